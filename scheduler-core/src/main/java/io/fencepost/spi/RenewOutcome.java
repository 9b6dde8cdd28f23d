package io.fencepost.spi;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What came of {@link Session#renew}. */
public sealed interface RenewOutcome {
  /**
   * A quorum has written the renewal.
   *
   * @param backendTime the store's wall clock at that write, if it tells
   * @param heartbeats the wall clocks that the other registered nodes stored at their last
   *     renewals, by node id; left empty by a store that tells its time
   */
  record Renewed(Optional<Instant> backendTime, Map<String, Instant> heartbeats)
      implements RenewOutcome {
    public Renewed {
      requireNonNull(backendTime, "backendTime is null");
      heartbeats = Map.copyOf(heartbeats);
    }
  }

  /** The session is over. */
  record Ended(String why) implements RenewOutcome {}

  /** No reply, or one that says neither. */
  record Unknown(String cause) implements RenewOutcome {}
}
