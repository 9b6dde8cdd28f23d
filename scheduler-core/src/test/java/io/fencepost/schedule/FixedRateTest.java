package io.fencepost.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixedRateTest {
  private static final Instant ANCHOR = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "2025-12-31T00:00:00Z,           2026-01-01T00:00:00Z",
    "2025-12-31T23:59:59.999999999Z, 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z,           2026-01-01T00:07:00Z",
    "2026-01-01T00:00:00.000000001Z, 2026-01-01T00:07:00Z",
    "2026-01-01T00:06:59.999999999Z, 2026-01-01T00:07:00Z",
    "2026-01-01T00:07:00Z,           2026-01-01T00:14:00Z",
  })
  void next_isTheMultipleStrictlyAfter(Instant after, OffsetDateTime expected) {
    assertThat(next(ANCHOR, Duration.ofMinutes(7), after)).contains(expected);
  }

  @Test
  void next_beforeAll_isTheAnchor() {
    assertThat(next(ANCHOR, Duration.ofDays(1), Instant.MIN))
        .contains(ANCHOR.atOffset(ZoneOffset.UTC));
  }

  @Test
  void next_atTheEndOfTime_isEmpty() {
    Instant first = Instant.parse("1000-01-01T00:00:00Z");
    assertThat(next(first, Duration.ofMillis(1), Instant.MAX)).isEmpty();
    assertThat(next(first, Duration.ofMillis(1), Instant.parse("9998-12-31T23:59:59.998Z")))
        .contains(OffsetDateTime.parse("9998-12-31T23:59:59.999Z"));
    assertThat(next(first, Duration.ofMillis(1), Instant.parse("9998-12-31T23:59:59.999Z")))
        .isEmpty();
  }

  @Test
  void next_withPeriodLongerThanTime_isTheAnchorAndNothingElse() {
    Duration period = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    assertThat(next(ANCHOR, period, ANCHOR.minusNanos(1)))
        .contains(ANCHOR.atOffset(ZoneOffset.UTC));
    assertThat(next(ANCHOR, period, ANCHOR)).isEmpty();
    assertThat(next(ANCHOR, period, Instant.MAX)).isEmpty();
  }

  @Property(tries = 500)
  void next_isAMultipleOfThePeriodAndTheLeast(
      @ForAll @LongRange(min = 1_000_000, max = 10_000_000_000_000_000L) long periodNanos,
      @ForAll @LongRange(min = 0, max = 4_000_000_000_000_000_000L) long afterNanos) {
    Duration period = Duration.ofNanos(periodNanos);
    Instant after = ANCHOR.plusNanos(afterNanos);

    Instant due = next(ANCHOR, period, after).orElseThrow().toInstant();

    assertThat(Duration.between(ANCHOR, due).toNanos() % periodNanos).isZero();
    assertThat(due).isAfter(after).isBeforeOrEqualTo(after.plus(period));
  }

  @Test
  void new_withTooShortPeriod_isRefused() {
    assertThatThrownBy(() -> new FixedRate(ANCHOR, Duration.ofNanos(999_999)))
        .hasMessage("fixed-rate is 999.999 us, allowed: at least 1 ms");
  }

  @Test
  void new_withAnchorBeyondTheYears_isRefused() {
    assertThatThrownBy(() -> new FixedRate(Instant.MIN, Duration.ofDays(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("allowed: years 1000 to 9998");
  }

  private static Optional<OffsetDateTime> next(Instant anchor, Duration period, Instant after) {
    return new FixedRate(anchor, period).timetable().orElseThrow().next(after);
  }
}
