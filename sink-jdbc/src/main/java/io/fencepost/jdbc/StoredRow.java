package io.fencepost.jdbc;

import io.fencepost.FenceToken;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A row found in {@code fencepost_result}. */
record StoredRow(
    FenceToken fence, int attempt, String node, String nonce, Optional<String> result) {
  static final String SELECT = "SELECT epoch, fence, attempt, node, nonce, result";

  static StoredRow read(ResultSet row) throws SQLException {
    return new StoredRow(
        new FenceToken(row.getLong(1), row.getLong(2)),
        row.getInt(3),
        row.getString(4),
        row.getString(5),
        Optional.ofNullable(row.getString(6)));
  }

  OnceResult.AlreadyThere alreadyThere() {
    return new OnceResult.AlreadyThere(result, fence, attempt, node);
  }
}
