package io.fencepost.engine;

import io.fencepost.time.Durations;
import io.fencepost.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The node's wall clock, believed as far as the backend's agrees, or that of the other nodes if the
 * backend does not tell its time. A clock that has been set far off says so only at the next
 * comparison; what is decided or written until then, and while the node finishes a run, goes by the
 * last reading that was in bounds and the monotonic clock: else one such instant in the ledger
 * could silence a job for years. A node that is alone with such a backend believes its wall clock.
 */
final class ComparedClock {
  private static final Duration STEP = Duration.ofMillis(500);

  private final Clock clock;
  private final Ticker ticker;
  private final Duration maxSkew;
  private final Duration maxPeerSkew;
  private volatile Optional<Duration> agreed = Optional.empty();
  private Duration noticed;

  /**
   * @param lease a heartbeat may be up to three leases old: one for its node to be silent, one more
   *     for a new leader of the store that counts it afresh, one for the request's way
   */
  ComparedClock(Clock clock, Ticker ticker, Duration maxSkew, Duration lease) {
    this.clock = clock;
    this.ticker = ticker;
    this.maxSkew = maxSkew;
    this.maxPeerSkew = maxSkew.plus(lease.multipliedBy(3));
    this.noticed = wallMinusTicker(clock.instant());
  }

  /** What to decide by. Callable from any thread. */
  Instant now() {
    Instant wall = clock.instant();
    Optional<Duration> known = agreed;
    boolean off =
        known.isPresent() && wallMinusTicker(wall).minus(known.get()).abs().compareTo(maxSkew) > 0;
    return off ? Instant.EPOCH.plus(known.get()).plusNanos(ticker.nanos()) : wall;
  }

  /** What the wall clock shows, right or wrong. */
  Instant wall() {
    return clock.instant();
  }

  /** Whether the wall clock was set since this was asked last. */
  boolean wasSet() {
    Duration difference = wallMinusTicker(clock.instant());
    boolean set = difference.minus(noticed).abs().compareTo(STEP) > 0;
    noticed = difference;
    return set;
  }

  /**
   * Compares: the backend read its clock between the sending and now. Only what the wall clock
   * showed at the sending takes part, as it may have been set since.
   *
   * @param sent what {@link #wall} showed
   * @param sentNanos what the ticker showed with it
   * @return what is wrong, if the clocks are further apart than allowed
   */
  Optional<String> compare(Instant sent, long sentNanos, Instant backend) {
    Duration behind = Duration.between(sent.plusNanos(ticker.nanos() - sentNanos), backend);
    Duration ahead = Duration.between(backend, sent);
    Duration skew = behind.compareTo(ahead) > 0 ? behind : ahead;
    if (skew.compareTo(maxSkew) > 0) {
      return Optional.of(
          "this node's clock is "
              + Durations.text(skew)
              + (skew.equals(behind) ? " behind" : " ahead of")
              + " the backend's, allowed: "
              + Durations.text(maxSkew));
    }
    agreed = Optional.of(wallMinus(sentNanos, sent));
    return Optional.empty();
  }

  /**
   * Compares with what other nodes' clocks showed at their last renewals. If most of them are
   * further off than allowed, it is this clock that is wrong, or nobody can tell.
   *
   * @param sent what {@link #wall} showed
   * @param sentNanos what the ticker showed with it
   * @return what is wrong
   */
  Optional<String> compare(Instant sent, long sentNanos, Map<String, Instant> heartbeats) {
    SortedMap<String, Duration> off = new TreeMap<>();
    heartbeats.forEach(
        (node, heartbeat) -> {
          Duration ahead = Duration.between(heartbeat, sent);
          if (ahead.abs().compareTo(maxPeerSkew) > 0) {
            off.put(node, ahead);
          }
        });
    if (off.size() * 2 > heartbeats.size()) {
      return Optional.of(
          "this node's clock is ahead of those of other nodes by "
              + text(off)
              + ", allowed: "
              + Durations.text(maxSkew)
              + " and three leases");
    }
    if (!heartbeats.isEmpty()) {
      agreed = Optional.of(wallMinus(sentNanos, sent));
    }
    return Optional.empty();
  }

  private static String text(SortedMap<String, Duration> aheadOf) {
    return aheadOf.entrySet().stream()
        .map(node -> Durations.text(node.getValue()) + " (" + node.getKey() + ")")
        .collect(Collectors.joining(", "));
  }

  private Duration wallMinusTicker(Instant wall) {
    return wallMinus(ticker.nanos(), wall);
  }

  private static Duration wallMinus(long nanos, Instant wall) {
    return Duration.between(Instant.EPOCH, wall).minusNanos(nanos);
  }
}
