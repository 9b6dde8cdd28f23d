package io.fencepost.jdbc;

import io.fencepost.FencepostException;
import io.fencepost.Occurrence;

/**
 * The reply to a COMMIT was lost, and whether it took effect could not be found out: the writes are
 * there completely or not at all. A {@code once} of the same occurrence and step gives the answer
 * as soon as the database can be reached; the cause is the error of the commit.
 */
public final class UnknownOutcomeException extends FencepostException {
  private static final long serialVersionUID = 1L;

  private final String sink;
  private final transient Occurrence occurrence;

  UnknownOutcomeException(String sink, Occurrence occurrence, String message, Throwable cause) {
    super(message, cause);
    this.sink = sink;
    this.occurrence = occurrence;
  }

  public String sink() {
    return sink;
  }

  public Occurrence occurrence() {
    return occurrence;
  }
}
