package io.fencepost.jdbc;

import io.fencepost.FenceToken;
import io.fencepost.FencepostException;
import io.fencepost.RunContext;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The row that one transaction wants to add to {@code fencepost_result}. */
record ResultRow(
    GuardKey guard,
    String occurrence,
    String step,
    FenceToken fence,
    int attempt,
    String node,
    String nonce) {
  static final int MAX_STEP_LENGTH = 200;
  static final int MAX_NODE_LENGTH = 200;
  static final int MAX_RESULT_LENGTH = 65_536;
  private static final String TORN =
      " has half of a surrogate pair, as text that was cut by length may: it cannot be stored";
  static final String WHERE = GuardKey.WHERE + " AND occurrence = ? AND step = ?";

  ResultRow {
    if (step.length() > MAX_STEP_LENGTH) {
      throw new IllegalArgumentException(
          "step '"
              + step.substring(0, 40)
              + "...' has "
              + step.length()
              + " characters, but at most "
              + MAX_STEP_LENGTH
              + " are stored");
    }
    // Some databases compare text without trailing blanks, and PostgreSQL refuses the character 0.
    if (!step.equals(step.strip()) || step.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "step '" + step + "' must not start or end with blanks or have control characters");
    }
    if (isTorn(step)) {
      throw new IllegalArgumentException("step '" + step + "'" + TORN);
    }
  }

  /** The empty step stands for the whole occurrence. */
  static ResultRow of(RunContext run, String step, String nonce) {
    return new ResultRow(
        GuardKey.of(run),
        run.occurrence().instant().toString(),
        step,
        run.fence(),
        run.attempt(),
        shortened(run.node()),
        nonce);
  }

  /**
   * @throws IllegalArgumentException if the database could not store the text as it is
   */
  static String checkedResult(String text) {
    if (text.length() > MAX_RESULT_LENGTH || text.indexOf(0) >= 0) {
      throw new IllegalArgumentException(
          "the result text has "
              + text.length()
              + " characters; at most "
              + MAX_RESULT_LENGTH
              + " are stored, none of them the character 0. Nothing was committed");
    }
    if (isTorn(text)) {
      throw new IllegalArgumentException("the result text" + TORN + ". Nothing was committed");
    }
    return text;
  }

  /** Drivers store a question mark for each half of a surrogate pair, so that keys become equal. */
  private static boolean isTorn(String text) {
    return text.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE);
  }

  static String shortened(String node) {
    return node.length() <= MAX_NODE_LENGTH ? node : node.substring(0, MAX_NODE_LENGTH);
  }

  /**
   * @throws FencepostException if the database takes another step for this one: whose work must not
   *     be skipped for it
   */
  StoredRow checkedKey(StoredRow found) {
    if (!found.step().equals(step)) {
      throw new FencepostException(
          "step '"
              + step
              + "' cannot be told from step '"
              + found.step()
              + "': the column compares text in another way than the script of the database has it,"
              + " which JdbcSchema.script shows");
    }
    return found;
  }

  boolean hasKeyOf(ResultRow other) {
    return guard.equals(other.guard)
        && occurrence.equals(other.occurrence)
        && step.equals(other.step);
  }

  /** Sets the five parameters of {@link #WHERE} from this index on. */
  int bindKey(PreparedStatement statement, int index) throws SQLException {
    int next = guard.bind(statement, index);
    statement.setString(next, occurrence);
    statement.setString(next + 1, step);
    return next + 2;
  }
}
