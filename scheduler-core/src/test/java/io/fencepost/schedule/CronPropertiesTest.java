package io.fencepost.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.LongRange;

/** Random schedules around the days on which their zones change clocks. */
class CronPropertiesTest {
  /**
   * The last offset with seconds in it, which a walk by minutes does not see, ended in Monrovia in
   * 1972.
   */
  private static final long YEAR_1973 = 94_694_400;

  private static final long YEAR_2120 = 4_733_510_400L;

  @Property(tries = 600)
  void next_aroundAClockChange_isWhatEveryMinuteSays(
      @ForAll("schedules") CronSchedule schedule,
      @ForAll @LongRange(min = YEAR_1973, max = YEAR_2120) long around) {
    LocalDate day = clockChangeNear(around, schedule.zone());
    LocalDate from = day.minusDays(1);
    LocalDate to = day.plusDays(2);
    assertThat(Timetables.instants(Timetables.due(schedule, from, to)))
        .isEqualTo(List.copyOf(new CronOracle(schedule).due(from, to)));
  }

  @Property(tries = 600)
  void next_isStrictlyLaterAndTheSameFromAnywhereBeforeIt(
      @ForAll("schedules") CronSchedule schedule,
      @ForAll @LongRange(min = YEAR_1973, max = YEAR_2120) long seconds,
      @ForAll @LongRange(min = 0, max = 999_999_999) long nanos,
      @ForAll @LongRange(min = 0, max = 1_000) long permille) {
    Timetable timetable = schedule.timetable().orElseThrow();
    Instant after = Instant.ofEpochSecond(seconds, nanos);

    OffsetDateTime next = timetable.next(after).orElseThrow();

    assertThat(next.toInstant()).isAfter(after);
    assertThat(next.getOffset()).isEqualTo(schedule.zone().getRules().getOffset(next.toInstant()));
    long wait = next.toEpochSecond() - seconds;
    Instant between = Instant.ofEpochSecond(seconds + (wait - 1) * permille / 1_000, nanos);
    if (between.isBefore(next.toInstant())) {
      assertThat(timetable.next(between)).contains(next);
    }
  }

  @Provide
  Arbitrary<CronSchedule> schedules() {
    return Combinators.combine(
            expressions(),
            Arbitraries.of(List.copyOf(new TreeSet<>(ZoneId.getAvailableZoneIds()))),
            Arbitraries.of(GapPolicy.class),
            Arbitraries.of(RepeatPolicy.class))
        .as((text, zone, gap, repeat) -> new CronSchedule(text, ZoneId.of(zone), gap, repeat));
  }

  private static Arbitrary<String> expressions() {
    Arbitrary<String> unix =
        Combinators.combine(
                field(0, 59),
                hours(),
                mostly(field(1, 28)),
                mostly(field(1, 12)),
                mostly(field(0, 7)))
            .as((minute, hour, day, month, week) -> join(minute, hour, day, month, week));
    return Arbitraries.oneOf(
        unix, Combinators.combine(field(0, 59), unix).as((second, rest) -> join(second, rest)));
  }

  /** Mostly those in which clocks change. */
  private static Arbitrary<String> hours() {
    return Arbitraries.oneOf(field(0, 23), field(0, 3), Arbitraries.of("*", "0", "1-2", "23"));
  }

  private static Arbitrary<String> mostly(Arbitrary<String> field) {
    return Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.just("*")), Tuple.of(1, field));
  }

  private static Arbitrary<String> field(int least, int most) {
    Arbitrary<Integer> numbers = Arbitraries.integers().between(least, most);
    Arbitrary<Integer> steps = Arbitraries.integers().between(1, most);
    Arbitrary<String> ranges =
        Combinators.combine(numbers, numbers).as((a, b) -> Math.min(a, b) + "-" + Math.max(a, b));
    Arbitrary<String> starts = Arbitraries.oneOf(Arbitraries.just("*"), ranges, text(numbers));
    Arbitrary<String> stepped =
        Combinators.combine(starts, steps).as((start, step) -> start + "/" + step);
    Arbitrary<String> items = Arbitraries.oneOf(text(numbers), ranges, stepped);
    return Arbitraries.oneOf(
        items, items.list().ofMinSize(2).ofMaxSize(3).map(list -> String.join(",", list)));
  }

  private static Arbitrary<String> text(Arbitrary<Integer> numbers) {
    return numbers.map(String::valueOf);
  }

  private static String join(String... fields) {
    return String.join(" ", fields);
  }

  private static LocalDate clockChangeNear(long epochSecond, ZoneId zone) {
    Instant instant = Instant.ofEpochSecond(epochSecond);
    ZoneOffsetTransition change = zone.getRules().nextTransition(instant);
    Instant near = change == null ? instant : change.getInstant();
    return LocalDate.ofInstant(near, ZoneOffset.UTC);
  }
}
