package io.fencepost.spi;

/** What came of {@link Session#withdraw}. */
public sealed interface WithdrawOutcome {
  /** The session has no candidate in the line any more. */
  record Done() implements WithdrawOutcome {}

  record Unknown(String cause) implements WithdrawOutcome {}
}
