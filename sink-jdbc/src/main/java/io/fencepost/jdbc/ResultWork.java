package io.fencepost.jdbc;

import java.sql.Connection;

/**
 * Business work whose result is kept beside its key.
 *
 * @param <X> the checked exceptions that it throws; they reach the caller as they are
 * @see TransactionWork
 */
@FunctionalInterface
public interface ResultWork<X extends Exception> {
  /**
   * Writes through the connection, as {@link TransactionWork#run} does.
   *
   * @return the text to keep, at most {@value ResultRow#MAX_RESULT_LENGTH} characters: a number, an
   *     id, a summary. Documents belong into tables of your own
   */
  String run(Connection transaction) throws X;
}
