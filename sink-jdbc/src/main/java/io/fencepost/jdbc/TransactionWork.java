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
   *
   * <p>Nor may a statement end it: in MySQL, MariaDB and H2 any DDL commits ({@code TRUNCATE} too),
   * and a MySQL procedure may. The key and what came before it are then kept, the rest is not, and
   * the caller gets an error that says so, or it is attached to the work's own.
   */
  void run(Connection transaction) throws X;
}
