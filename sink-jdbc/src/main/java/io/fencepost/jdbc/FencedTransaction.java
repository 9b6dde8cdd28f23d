package io.fencepost.jdbc;

/** What the connection of a piece of work knows beyond JDBC. */
interface FencedTransaction {
  /** From now on the transaction ends in a rollback and this error, whatever the work catches. */
  void doom(RuntimeException reason);

  /** Tells this transaction from every other one; it stands in the guard as long as it is open. */
  String nonce();
}
