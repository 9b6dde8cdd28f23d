package io.fencepost.spi;

import java.time.Instant;
import java.util.Optional;

/** What came of {@link Session#renew}. */
public sealed interface RenewOutcome {
  /**
   * A quorum has written the renewal.
   *
   * @param backendTime the store's wall clock at that write, if it tells
   */
  record Renewed(Optional<Instant> backendTime) implements RenewOutcome {}

  /** The session is over. */
  record Ended(String why) implements RenewOutcome {}

  /** No reply, or one that says neither. */
  record Unknown(String cause) implements RenewOutcome {}
}
