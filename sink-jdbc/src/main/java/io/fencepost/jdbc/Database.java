package io.fencepost.jdbc;

import io.fencepost.FenceToken;
import io.fencepost.RunContext;
import io.fencepost.StoredResult;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.Optional;

/**
 * What the sink asks of a database; each dialect has its own way to lock and to wait. Stateless.
 */
abstract class Database {
  /** A locking read sees what is committed now, and not what was when the snapshot was taken. */
  static final String LOCKED = " FOR UPDATE";

  static Database of(Dialect dialect) {
    return switch (dialect) {
      case POSTGRESQL -> new Postgres();
      case MYSQL -> new MySql();
      case H2 -> new H2();
    };
  }

  /** Sets the timeouts for the transaction that begins, in one round trip. */
  abstract void limit(Connection connection, Limits limits) throws SQLException;

  /** Takes back what {@link #limit} changed beyond the transaction, after its end. */
  abstract void unlimit(Connection connection) throws SQLException;

  /**
   * Raises the guard to the run's token and keeps its row locked until the transaction ends, so
   * that transactions of one job follow one another.
   *
   * @param nonce stays in the row, so that {@link #isHeld} can tell
   * @return the higher mark that stands there, if the run is stale
   */
  abstract Optional<FenceToken> raise(Connection connection, RunContext run, String nonce)
      throws SQLException;

  /**
   * Adds the row, unless its key is there.
   *
   * @return the row that was there
   */
  abstract Optional<StoredRow> insert(Connection connection, ResultRow row) throws SQLException;

  /** The row with this key, as last committed (or written by this very transaction). */
  abstract Optional<StoredRow> find(Connection connection, ResultRow row) throws SQLException;

  /**
   * Marks the transaction, where a statement may commit it in passing and the next one begins.
   *
   * @return what {@link #holds} wants to know
   */
  abstract String pin(Connection connection) throws SQLException;

  /** Whether the marked transaction is still open. Asked once. */
  abstract boolean holds(Connection connection, String pin) throws SQLException;

  /**
   * Whether this is still the transaction that raised the guard. It is not if the database undid it
   * by itself, as MySQL does on a deadlock, and the work went on in the next one. If it is, nobody
   * raises the guard before it ends.
   *
   * @throws SQLException if the transaction has failed, as it has in PostgreSQL after any error
   */
  final boolean isHeld(Connection connection, RunContext run, String nonce) throws SQLException {
    return bears(connection, run, nonce, LOCKED);
  }

  /** Whether the guard was last raised with this nonce, without a wait for who does so now. */
  final boolean bears(Connection connection, RunContext run, String nonce) throws SQLException {
    return bears(connection, run, nonce, "");
  }

  private static boolean bears(Connection connection, RunContext run, String nonce, String suffix)
      throws SQLException {
    String sql = "SELECT nonce FROM fencepost_guard" + GuardKey.WHERE + suffix;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      GuardKey.of(run).bind(select, 1);
      try (ResultSet row = select.executeQuery()) {
        return row.next() && nonce.equals(row.getString(1));
      }
    }
  }

  final void store(Connection connection, ResultRow row, String result) throws SQLException {
    String sql = "UPDATE fencepost_result SET result = ?" + ResultRow.WHERE;
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setString(1, result);
      row.bindKey(update, 2);
      update.executeUpdate();
    }
  }

  final StoredResult count(Connection connection, RunContext run) throws SQLException {
    String sql =
        "SELECT COUNT(CASE WHEN step = '' THEN 1 END), COUNT(CASE WHEN step <> '' THEN 1 END)"
            + " FROM fencepost_result"
            + GuardKey.WHERE
            + " AND occurrence = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      int next = GuardKey.of(run).bind(select, 1);
      select.setString(next, run.occurrence().instant().toString());
      try (ResultSet counts = select.executeQuery()) {
        counts.next();
        return new StoredResult(counts.getInt(1) > 0, counts.getInt(2));
      }
    }
  }

  static Optional<FenceToken> mark(Connection connection, GuardKey key, String suffix)
      throws SQLException {
    String sql = "SELECT epoch, fence FROM fencepost_guard" + GuardKey.WHERE + suffix;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      key.bind(select, 1);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(new FenceToken(row.getLong(1), row.getLong(2)))
            : Optional.empty();
      }
    }
  }

  static Optional<StoredRow> stored(Connection connection, ResultRow wanted, String suffix)
      throws SQLException {
    String sql = StoredRow.SELECT + " FROM fencepost_result" + ResultRow.WHERE + suffix;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      wanted.bindKey(select, 1);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(wanted.checkedKey(StoredRow.read(row))) : Optional.empty();
      }
    }
  }

  static int insertResult(Connection connection, ResultRow row, String suffix) throws SQLException {
    String sql =
        "INSERT INTO fencepost_result"
            + " (namespace, job, shard, occurrence, step, epoch, fence, attempt, node, nonce)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + suffix;
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      int next = row.bindKey(insert, 1);
      insert.setLong(next, row.fence().epoch());
      insert.setLong(next + 1, row.fence().value());
      insert.setInt(next + 2, row.attempt());
      insert.setString(next + 3, row.node());
      insert.setString(next + 4, row.nonce());
      return insert.executeUpdate();
    }
  }

  static int insertGuard(Connection connection, RunContext run, String nonce, String suffix)
      throws SQLException {
    String sql =
        "INSERT INTO fencepost_guard"
            + " (namespace, job, shard, epoch, fence, occurrence, node, nonce)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            + suffix;
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      bindMark(insert, GuardKey.of(run).bind(insert, 1), run, nonce);
      return insert.executeUpdate();
    }
  }

  static int bindMark(PreparedStatement statement, int index, RunContext run, String nonce)
      throws SQLException {
    statement.setLong(index, run.fence().epoch());
    statement.setLong(index + 1, run.fence().value());
    statement.setString(index + 2, run.occurrence().instant().toString());
    statement.setString(index + 3, ResultRow.shortened(run.node()));
    statement.setString(index + 4, nonce);
    return index + 5;
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Another transaction got in between in a way that only a new transaction can see. */
  static SQLException tryAgain(String reason) {
    return new SQLTransactionRollbackException(reason, SqlErrors.SERIALIZATION_FAILURE);
  }
}
