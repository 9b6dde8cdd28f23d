package io.fencepost.jdbc;

import io.fencepost.FenceToken;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A row found in {@code fencepost_result}. */
record StoredRow(
    String step,
    FenceToken fence,
    int attempt,
    String node,
    String nonce,
    Optional<String> result) {
  static final String SELECT = "SELECT step, epoch, fence, attempt, node, nonce, result";

  static StoredRow read(ResultSet row) throws SQLException {
    return new StoredRow(
        row.getString(1),
        new FenceToken(row.getLong(2), row.getLong(3)),
        row.getInt(4),
        row.getString(5),
        row.getString(6),
        Optional.ofNullable(row.getString(7)));
  }

  OnceResult.AlreadyThere alreadyThere() {
    return new OnceResult.AlreadyThere(result, fence, attempt, node);
  }
}
