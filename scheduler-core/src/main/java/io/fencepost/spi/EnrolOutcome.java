package io.fencepost.spi;

/** What came of {@link Backend#enrol}. */
public sealed interface EnrolOutcome {
  /** The node is registered under this session. */
  record Enrolled(Session session) implements EnrolOutcome {}

  /** Another live process is registered under the same node id. */
  record NodeIdTaken(String byWhom) implements EnrolOutcome {}

  /**
   * No session, or not known whether there is one; if there is, it dies by itself.
   *
   * @param waitingCanHelp false for a wrong password, a missing permission and the like
   */
  record Failed(String cause, boolean waitingCanHelp) implements EnrolOutcome {}
}
