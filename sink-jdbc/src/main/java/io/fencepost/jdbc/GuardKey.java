package io.fencepost.jdbc;

import io.fencepost.RunContext;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What a guard belongs to: one job and shard of one namespace. */
record GuardKey(String namespace, String job, int shard) {
  static final int MAX_NAMESPACE_LENGTH = 100;
  static final String WHERE = " WHERE namespace = ? AND job = ? AND shard = ?";

  GuardKey {
    if (namespace.isEmpty() || namespace.length() > MAX_NAMESPACE_LENGTH) {
      throw new IllegalArgumentException(
          "namespace '" + namespace + "' must have 1 to " + MAX_NAMESPACE_LENGTH + " characters");
    }
  }

  static GuardKey of(RunContext run) {
    return new GuardKey(run.namespace(), run.job().name().value(), run.shard());
  }

  /** Sets the three parameters from this index on, and returns the index after them. */
  int bind(PreparedStatement statement, int index) throws SQLException {
    statement.setString(index, namespace);
    statement.setString(index + 1, job);
    statement.setInt(index + 2, shard);
    return index + 3;
  }
}
