package io.fencepost.jdbc;

import io.fencepost.FenceToken;
import io.fencepost.RunContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** PostgreSQL: the guard is one statement, and what is set for a transaction ends with it. */
final class Postgres extends Database {
  private static final String RAISE =
      " ON CONFLICT (namespace, job, shard) DO UPDATE SET epoch = excluded.epoch,"
          + " fence = excluded.fence, occurrence = excluded.occurrence, node = excluded.node, nonce = excluded.nonce,"
          + " raised_at = excluded.raised_at"
          + " WHERE (fencepost_guard.epoch, fencepost_guard.fence)"
          + " <= (excluded.epoch, excluded.fence)";
  private static final String UNLESS_THERE =
      " ON CONFLICT (namespace, job, shard, occurrence, step) DO NOTHING";

  @Override
  void limit(Connection connection, Limits limits) throws SQLException {
    execute(
        connection,
        "SET LOCAL lock_timeout = "
            + limits.lock().toMillis()
            + "; SET LOCAL idle_in_transaction_session_timeout = "
            + limits.idle().toMillis());
  }

  @Override
  void unlimit(Connection connection) {
    // SET LOCAL ended with the transaction.
  }

  @Override
  String pin(Connection connection) {
    return "";
  }

  /** DDL is part of the transaction, and a procedure inside it cannot commit. */
  @Override
  boolean holds(Connection connection, String pin) {
    return true;
  }

  @Override
  Optional<FenceToken> raise(Connection connection, RunContext run, String nonce)
      throws SQLException {
    if (insertGuard(connection, run, nonce, RAISE) > 0) {
      return Optional.empty();
    }
    Optional<FenceToken> mark = mark(connection, GuardKey.of(run), "");
    if (mark.isEmpty()) {
      throw tryAgain("the guard row vanished");
    }
    return mark;
  }

  @Override
  Optional<StoredRow> insert(Connection connection, ResultRow row) throws SQLException {
    if (insertResult(connection, row, UNLESS_THERE) > 0) {
      return Optional.empty();
    }
    Optional<StoredRow> stored = find(connection, row);
    if (stored.isEmpty()) {
      throw tryAgain("the result row vanished");
    }
    return stored;
  }

  @Override
  Optional<StoredRow> find(Connection connection, ResultRow row) throws SQLException {
    return stored(connection, row, "");
  }
}
