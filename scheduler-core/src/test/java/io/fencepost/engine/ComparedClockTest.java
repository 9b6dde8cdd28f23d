package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparedClockTest {
  private static final Instant START = Instant.parse("2026-08-16T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime(START);
  private final ComparedClock clock =
      new ComparedClock(time.clock(), time, Duration.ofSeconds(30), Duration.ofSeconds(10));

  @Test
  void beforeAnyComparison_theWallClockIsBelieved() {
    time.stepWallClock(HOUR);

    assertThat(clock.now()).isEqualTo(START.plus(HOUR));
  }

  @Test
  void clockSetFarOff_isNotBelieved_untilTheBackendAgrees() {
    assertThat(clock.compare(START, time.nanos(), START)).isEmpty();
    time.stepWallClock(HOUR);
    time.advance(SECOND);

    assertThat(clock.now()).isEqualTo(START.plus(SECOND));
    assertThat(clock.compare(clock.wall(), time.nanos(), START.plus(SECOND)))
        .hasValueSatisfying(why -> assertThat(why).contains("ahead of", "1 h"));
    assertThat(clock.now()).isEqualTo(START.plus(SECOND));

    assertThat(clock.compare(clock.wall(), time.nanos(), clock.wall())).isEmpty();
    assertThat(clock.now()).isEqualTo(START.plus(HOUR).plus(SECOND));
  }

  @Test
  void clockSetALittle_isBelieved() {
    assertThat(clock.compare(START, time.nanos(), START)).isEmpty();
    time.stepWallClock(Duration.ofSeconds(-20));

    assertThat(clock.now()).isEqualTo(START.minusSeconds(20));
  }

  @Test
  void clockSetBetweenSendingAndReply_isNotWhatWasCompared() {
    long sentNanos = time.nanos();
    time.stepWallClock(HOUR);
    time.advance(SECOND);

    assertThat(clock.compare(START, sentNanos, START)).isEmpty();

    assertThat(clock.now()).isEqualTo(START.plus(SECOND));
  }

  @Test
  void slowReply_isNoSkew() {
    long sentNanos = time.nanos();
    time.advance(HOUR);

    assertThat(clock.compare(START, sentNanos, START.plus(HOUR))).isEmpty();
    assertThat(clock.compare(START, sentNanos, START)).isEmpty();
    assertThat(clock.compare(START, sentNanos, START.plus(HOUR).plusSeconds(31)))
        .hasValueSatisfying(why -> assertThat(why).contains("behind"));
  }

  @Test
  void heartbeat_mayBeThreeLeasesOld() {
    assertThat(compare(Map.of("n2", START.minusSeconds(60)))).isEmpty();
    assertThat(compare(Map.of("n2", START.minusSeconds(61))))
        .hasValueSatisfying(
            why -> assertThat(why).contains("1 min 1 s (n2)", "30 s and three leases"));
    assertThat(compare(Map.of("n2", START.plusSeconds(61)))).isPresent();
  }

  @Test
  void oneOtherNodeWithAWrongClock_doesNotStopMostNodes() {
    Instant wrong = START.plus(HOUR);
    assertThat(compare(Map.of("n2", START, "n3", wrong))).isEmpty();
    assertThat(compare(Map.of("n2", wrong, "n3", wrong))).isPresent();
    assertThat(compare(Map.of())).isEmpty();
  }

  @Test
  void clockThatOtherNodesAgreedWith_isWhatCounts_onceItIsSetFarOff() {
    assertThat(compare(Map.of("n2", START))).isEmpty();
    time.stepWallClock(HOUR);

    assertThat(clock.now()).isEqualTo(START);
  }

  private Optional<String> compare(Map<String, Instant> heartbeats) {
    return clock.compare(START, time.nanos(), heartbeats);
  }
}
