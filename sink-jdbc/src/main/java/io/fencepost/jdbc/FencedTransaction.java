package io.fencepost.jdbc;

import io.fencepost.FencepostException;
import java.sql.SQLException;

/** What the connection of a piece of work knows beyond JDBC. */
interface FencedTransaction {
  /** From now on the transaction ends in a rollback and this error, whatever the work catches. */
  void doom(RuntimeException reason);

  /** Tells this transaction from every other one; it stands in the guard as long as it is open. */
  String nonce();

  /**
   * For what joins the transaction: it would raise the guard of one that is gone, and so hide that.
   *
   * @throws FencepostException if it is gone
   */
  void requireHeld();

  /** Whether this key is being written by the piece of work, or by one around it. */
  boolean isWriting(ResultRow row) throws SQLException;
}
