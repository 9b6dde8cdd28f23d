package io.fencepost.jdbc;

import java.sql.Connection;

/**
 * Business work inside a fenced transaction.
 *
 * @param <X> the checked exceptions that it throws; they reach the caller as they are
 */
@FunctionalInterface
public interface TransactionWork<X extends Exception> {
  /**
   * Writes through the connection and does not end its transaction: {@code commit}, {@code
   * rollback} and {@code abort} are refused, {@code close} does nothing. To give up, throw. The
   * connection is of no use once the work has returned.
   */
  void run(Connection transaction) throws X;
}
