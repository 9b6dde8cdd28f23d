package io.fencepost.jdbc;

import static java.util.Objects.requireNonNullElse;

import io.fencepost.FencepostException;
import io.fencepost.RunContext;
import java.sql.SQLException;
import java.util.Set;

/** What an SQLException means, by SQLState and, where drivers disagree, by vendor code. */
final class SqlErrors {
  static final String SERIALIZATION_FAILURE = "40001";

  private static final Set<String> SERIALIZATION =
      Set.of(SERIALIZATION_FAILURE, "40P01", /* H2: concurrent update */ "90131");

  /** A table or column, as PostgreSQL has it and the others. */
  private static final Set<String> MISSING =
      Set.of("42P01", "42703", "42S02", /* H2: none at all */ "42S04", "42S22");

  private static final int MYSQL_LOCK_WAIT_TIMEOUT = 1205;
  private static final int MARIADB_RECORD_CHANGED = 1020;
  private static final int MYSQL_DUPLICATE = 1062;
  private static final int H2_LOCK_TIMEOUT = 50200;
  private static final String H2_CONNECTION_BROKEN = "90067";
  private static final int MYSQL_ACCESS_DENIED = 1045;
  private static final int MYSQL_UNKNOWN_DATABASE = 1049;

  private SqlErrors() {}

  /** Nothing was kept, and the same transaction may well succeed if it is begun anew. */
  static boolean isSerializationFailure(SQLException e) {
    return SERIALIZATION.contains(state(e)) || e.getErrorCode() == MARIADB_RECORD_CHANGED;
  }

  static boolean isDuplicate(SQLException e) {
    return state(e).equals("23505") || e.getErrorCode() == MYSQL_DUPLICATE;
  }

  /**
   * The server itself refused the COMMIT, so nothing was kept: a constraint checked at the end, a
   * rollback, a transaction that had failed before. Any other error leaves it open.
   */
  static boolean isRefusedCommit(SQLException e) {
    String state = state(e);
    return isSerializationFailure(e)
        || state.startsWith("23")
        || state.equals("40000")
        || state.equals("40002")
        || state.equals("25P02");
  }

  /** Says what could not be done, for which run, and what to do about it. */
  static FencepostException of(String sink, RunContext run, String action, SQLException e) {
    return new FencepostException(
        who(run) + ": sink '" + sink + "' could not " + action + ": " + explained(e), e);
  }

  /** Does it, and tells what could not be done if that fails. */
  static <T> T told(String sink, RunContext run, String action, Query<T> query) {
    try {
      return query.get();
    } catch (SQLException e) {
      throw of(sink, run, action, e);
    }
  }

  static void told(String sink, RunContext run, String action, Statement statement) {
    try {
      statement.run();
    } catch (SQLException e) {
      throw of(sink, run, action, e);
    }
  }

  /** Something asked of the database. */
  @FunctionalInterface
  interface Query<T> {
    T get() throws SQLException;
  }

  /** Something done in the database. */
  @FunctionalInterface
  interface Statement {
    void run() throws SQLException;
  }

  static String who(RunContext run) {
    return "occurrence=" + run.occurrence() + " fence=" + run.fence() + " node=" + run.node();
  }

  /** {@link #meaning}, and what the driver says. */
  static String explained(SQLException e) {
    return meaning(e) + ": " + DriverMessage.of(e);
  }

  /** Of an error with the sink's own tables. */
  static String meaning(SQLException e) {
    return MISSING.contains(state(e))
        ? "its tables are missing or of another version. Run the script of the database once,"
            + " which JdbcSchema.script shows and JdbcSchema.createIfMissing runs"
            + answer(e)
        : meaningAnywhere(e);
  }

  /** Also of an error with a table of the user; with what the driver says. */
  static String explainedAnywhere(SQLException e) {
    return meaningAnywhere(e) + ": " + DriverMessage.of(e);
  }

  private static String meaningAnywhere(SQLException e) {
    String answer = answer(e);
    String state = state(e);
    if (MISSING.contains(state)) {
      return "there is no such table or column" + answer;
    }
    if (state.equals("55P03")
        || e.getErrorCode() == MYSQL_LOCK_WAIT_TIMEOUT
        || e.getErrorCode() == H2_LOCK_TIMEOUT) {
      return "another transaction, perhaps that of a paused predecessor, held a lock for longer"
          + " than the lock timeout"
          + answer;
    }
    if (isSerializationFailure(e)) {
      return "the database undid the transaction because of a concurrent one; nothing was kept, and"
          + " trying again may succeed"
          + answer;
    }
    if (state.equals("25P02")) {
      return "the transaction has failed before: the work caught an SQL error and went on" + answer;
    }
    if (state.startsWith("28") || e.getErrorCode() == MYSQL_ACCESS_DENIED) {
      return "the server refused the user or its password" + answer;
    }
    if (state.equals("3D000") || e.getErrorCode() == MYSQL_UNKNOWN_DATABASE) {
      return "the server has no such database: create it, or correct the URL" + answer;
    }
    if (state.equals("42501")) {
      return "the user lacks a right: it must select, insert and update in fencepost_guard and"
          + " fencepost_result"
          + answer;
    }
    if (state.startsWith("08") || state.isEmpty() || state.equals(H2_CONNECTION_BROKEN)) {
      return "the database was not reached or the connection broke; check host, port and that the"
          + " server runs"
          + answer;
    }
    return "the database refused it" + answer;
  }

  private static String answer(SQLException e) {
    return " (SQLState " + state(e) + ", code " + e.getErrorCode() + ")";
  }

  private static String state(SQLException e) {
    return requireNonNullElse(e.getSQLState(), "");
  }
}
