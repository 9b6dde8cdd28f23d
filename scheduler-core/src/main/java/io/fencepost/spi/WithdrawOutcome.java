package io.fencepost.spi;

/** What came of {@link Session#withdraw}. */
public sealed interface WithdrawOutcome {
  /** The candidate is not in line any more. */
  record Done() implements WithdrawOutcome {}

  record Unknown(String cause) implements WithdrawOutcome {}
}
