package io.fencepost.schedule;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Due at {@code anchor + k * period} for every whole k from 0. The anchor is explicit, so that all
 * nodes and all restarts agree.
 *
 * @param period at least 1 ms
 */
public record FixedRate(Instant anchor, Duration period) implements Schedule {
  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

  public FixedRate {
    requireNonNull(anchor, "anchor is null");
    requireNonNull(period, "period is null");
    if (period.toMillis() < 1) {
      throw new IllegalArgumentException("fixed-rate is " + period + ", allowed: at least 1 ms");
    }
  }

  @Override
  public String describe() {
    return "every " + period + " from " + anchor;
  }

  @Override
  public Optional<Timetable> timetable() {
    return Optional.of(this::next);
  }

  private Optional<OffsetDateTime> next(Instant after) {
    if (after.isBefore(anchor)) {
      return Optional.of(anchor.atOffset(ZoneOffset.UTC));
    }
    try {
      BigInteger passed = nanos(Duration.between(anchor, after));
      BigInteger k = passed.divide(nanos(period)).add(BigInteger.ONE);
      BigInteger[] offset = k.multiply(nanos(period)).divideAndRemainder(NANOS);
      Duration ahead = Duration.ofSeconds(offset[0].longValueExact(), offset[1].longValueExact());
      return Optional.of(anchor.plus(ahead).atOffset(ZoneOffset.UTC));
    } catch (ArithmeticException | DateTimeException beyondTheEndOfTime) {
      return Optional.empty();
    }
  }

  private static BigInteger nanos(Duration duration) {
    return BigInteger.valueOf(duration.getSeconds())
        .multiply(NANOS)
        .add(BigInteger.valueOf(duration.getNano()));
  }
}
