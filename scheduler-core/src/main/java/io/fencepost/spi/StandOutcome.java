package io.fencepost.spi;

/** What came of {@link Session#stand}. */
public sealed interface StandOutcome {
  record Standing(Candidate candidate) implements StandOutcome {}

  /** The session is over. */
  record SessionEnded(String why) implements StandOutcome {}

  /** There may be a candidate: stand again with the same guid. */
  record Unknown(String cause) implements StandOutcome {}
}
