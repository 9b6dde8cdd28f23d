package io.fencepost.jdbc;

import io.fencepost.FenceToken;
import io.fencepost.RunContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Databases without a conditional upsert that tells whether it applied. The common case is one
 * UPDATE. All reads lock.
 */
abstract class UpdateFirst extends Database {
  private static final String RAISE =
      "UPDATE fencepost_guard SET epoch = ?, fence = ?, occurrence = ?, node = ?, nonce = ?,"
          + " raised_at = CURRENT_TIMESTAMP(6)"
          + GuardKey.WHERE
          + " AND (epoch < ? OR (epoch = ? AND fence <= ?))";
  private static final int TRIES = 3;

  @Override
  final Optional<FenceToken> raise(Connection connection, RunContext run, String nonce)
      throws SQLException {
    for (int i = 0; i < TRIES; i++) {
      if (update(connection, run, nonce) > 0) {
        return Optional.empty();
      }
      Optional<FenceToken> mark = mark(connection, GuardKey.of(run), LOCKED);
      if (mark.isPresent() && mark.get().compareTo(run.fence()) > 0) {
        return mark;
      }
      if (mark.isEmpty() && insert(connection, run, nonce)) {
        return Optional.empty();
      }
    }
    throw tryAgain("the guard row appeared meanwhile");
  }

  private static int update(Connection connection, RunContext run, String nonce)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(RAISE)) {
      int next = GuardKey.of(run).bind(update, bindMark(update, 1, run, nonce));
      update.setLong(next, run.fence().epoch());
      update.setLong(next + 1, run.fence().epoch());
      update.setLong(next + 2, run.fence().value());
      return update.executeUpdate();
    }
  }

  private static boolean insert(Connection connection, RunContext run, String nonce)
      throws SQLException {
    try {
      return insertGuard(connection, run, nonce, "") > 0;
    } catch (SQLException e) {
      if (SqlErrors.isDuplicate(e)) {
        return false;
      }
      throw e;
    }
  }

  @Override
  final Optional<StoredRow> insert(Connection connection, ResultRow row) throws SQLException {
    try {
      insertResult(connection, row, "");
      return Optional.empty();
    } catch (SQLException e) {
      if (!SqlErrors.isDuplicate(e)) {
        throw e;
      }
    }
    Optional<StoredRow> stored = find(connection, row);
    if (stored.isEmpty()) {
      throw tryAgain("the transaction's snapshot is older than the result");
    }
    return stored;
  }

  @Override
  final Optional<StoredRow> find(Connection connection, ResultRow row) throws SQLException {
    return stored(connection, row, LOCKED);
  }
}
