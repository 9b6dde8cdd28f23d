package io.fencepost.jdbc;

/** A connection whose transaction the sink ends itself. */
interface Doomable {
  /** From now on the transaction ends in a rollback and this error, whatever its user catches. */
  void doom(RuntimeException reason);
}
