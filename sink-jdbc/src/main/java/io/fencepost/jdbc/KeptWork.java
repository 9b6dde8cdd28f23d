package io.fencepost.jdbc;

import java.sql.Connection;
import java.util.Optional;

/** Both kinds of work as one: what it returns is kept beside the key. */
@FunctionalInterface
interface KeptWork<X extends Exception> {
  Optional<String> run(Connection transaction) throws X;

  static <X extends Exception> KeptWork<X> silent(TransactionWork<X> work) {
    return connection -> {
      work.run(connection);
      return Optional.empty();
    };
  }

  static <X extends Exception> KeptWork<X> returning(ResultWork<X> work) {
    return connection -> Optional.of(ResultRow.checkedResult(work.run(connection)));
  }
}
