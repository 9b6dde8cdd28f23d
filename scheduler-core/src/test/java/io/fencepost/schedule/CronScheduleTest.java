package io.fencepost.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronScheduleTest {
  private static List<String> next(CronSchedule schedule, String after, int count) {
    Timetable timetable = schedule.timetable().orElseThrow();
    List<String> found = new ArrayList<>();
    Instant from = OffsetDateTime.parse(after).toInstant();
    for (int i = 0; i < count; i++) {
      Optional<OffsetDateTime> next = timetable.next(from);
      if (next.isEmpty()) {
        break;
      }
      found.add(next.get().toString());
      from = next.get().toInstant();
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 2 * * *       | Asia/Shanghai    | 2026-08-15T23:00+08:00 | 2026-08-16T02:00+08:00
          0 2 * * *       | Asia/Shanghai    | 2026-08-16T02:00+08:00 | 2026-08-17T02:00+08:00
          */15 * * * *    | UTC              | 2026-01-01T00:14:59.9Z | 2026-01-01T00:15Z
          30 */7 * * *    | UTC              | 2026-01-01T21:31Z      | 2026-01-02T00:30Z
          0 0 1 * MON     | UTC              | 2026-01-01T00:00Z      | 2026-01-05T00:00Z
          0 0 0 1 * MON   | UTC              | 2026-01-01T00:00Z      | 2026-06-01T00:00Z
          0 0 29 2 *      | UTC              | 2026-01-01T00:00Z      | 2028-02-29T00:00Z
          0 0 * * 7       | UTC              | 2026-01-01T00:00Z      | 2026-01-04T00:00Z
          0 0 * * FRI-SUN | UTC              | 2026-01-05T00:00Z      | 2026-01-09T00:00Z
          0 0 * * 1/2     | UTC              | 2026-01-01T00:00Z      | 2026-01-02T00:00Z
          5 4 3 JAN ?     | UTC              | 2026-01-01T00:00Z      | 2026-01-03T04:05Z
          59 59 23 31 12 ?| UTC              | 2026-01-01T00:00Z      | 2026-12-31T23:59:59Z
          0 0 0 29 2 MON  | UTC              | 2029-01-01T00:00Z      | 2044-02-29T00:00Z
          """)
  void next_isTheFirstMatchStrictlyAfter(String cron, String zone, String after, String expected) {
    assertThat(next(CronSchedule.of(cron, ZoneId.of(zone)), after, 1)).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30 2 * * *   | America/New_York    | SHIFT | FIRST | 2026-03-08T00:00-05:00 | 2026-03-08T03:00-04:00 2026-03-09T02:30-04:00
          30 2 * * *   | America/New_York    | SKIP  | FIRST | 2026-03-08T00:00-05:00 | 2026-03-09T02:30-04:00 2026-03-10T02:30-04:00
          0,30 2 * * * | America/New_York    | SHIFT | FIRST | 2026-03-08T00:00-05:00 | 2026-03-08T03:00-04:00 2026-03-09T02:00-04:00
          0 2,3 * * *  | America/New_York    | SHIFT | FIRST | 2026-03-08T00:00-05:00 | 2026-03-08T03:00-04:00 2026-03-09T02:00-04:00
          30 1 * * *   | America/New_York    | SHIFT | FIRST | 2026-11-01T00:00-04:00 | 2026-11-01T01:30-04:00 2026-11-02T01:30-05:00
          30 1 * * *   | America/New_York    | SHIFT | LAST  | 2026-11-01T00:00-04:00 | 2026-11-01T01:30-05:00 2026-11-02T01:30-05:00
          30 1 * * *   | America/New_York    | SHIFT | BOTH  | 2026-11-01T00:00-04:00 | 2026-11-01T01:30-04:00 2026-11-01T01:30-05:00
          30 * * * *   | America/New_York    | SHIFT | FIRST | 2026-11-01T01:00-04:00 | 2026-11-01T01:30-04:00 2026-11-01T01:30-05:00
          30 */1 * * * | America/New_York    | SHIFT | FIRST | 2026-03-08T01:00-05:00 | 2026-03-08T01:30-05:00 2026-03-08T03:30-04:00
          15 2 * * *   | Australia/Lord_Howe | SHIFT | FIRST | 2026-10-04T00:00+10:30 | 2026-10-04T02:30+11:00 2026-10-05T02:15+11:00
          45 1 * * *   | Australia/Lord_Howe | SHIFT | BOTH  | 2026-04-05T00:00+11:00 | 2026-04-05T01:45+11:00 2026-04-05T01:45+10:30
          0 0 * * *    | Africa/Cairo        | SHIFT | FIRST | 2026-04-23T12:00+02:00 | 2026-04-24T01:00+03:00 2026-04-25T00:00+03:00
          0 12 * * *   | Pacific/Apia        | SHIFT | FIRST | 2011-12-29T11:00-10:00 | 2011-12-29T12:00-10:00 2011-12-31T00:00+14:00
          0 12 * * *   | Pacific/Apia        | SKIP  | FIRST | 2011-12-29T12:00-10:00 | 2011-12-31T12:00+14:00 2012-01-01T12:00+14:00
          """)
  void next_acrossATransition_followsTheDeclaredPolicy(
      String cron, String zone, GapPolicy gap, RepeatPolicy repeat, String after, String expected) {
    CronSchedule schedule = new CronSchedule(cron, ZoneId.of(zone), gap, repeat);

    assertThat(next(schedule, after, 2)).containsExactly(expected.split(" "));
  }

  /** Walks every minute of a year, by the words of the rules and none of the code. */
  @ParameterizedTest
  @CsvSource({
    "America/New_York,2026",
    "Europe/Berlin,2026",
    "Australia/Lord_Howe,2026",
    "Africa/Cairo,2026",
    "Pacific/Apia,2011",
    "America/St_Johns,2006",
    "Asia/Tehran,2022"
  })
  void year_agreesWithAWalkOverEveryMinute(String zoneId, int year) {
    ZoneId zone = ZoneId.of(zoneId);
    for (GapPolicy gap : GapPolicy.values()) {
      for (RepeatPolicy repeat : RepeatPolicy.values()) {
        check(zone, year, gap, repeat, "30 2 * * *", t -> t.getHour() == 2 && t.getMinute() == 30);
        check(
            zone,
            year,
            gap,
            repeat,
            "0,15,45 0-3 * * *",
            t -> t.getHour() <= 3 && List.of(0, 15, 45).contains(t.getMinute()));
      }
    }
    check(
        zone,
        year,
        GapPolicy.SHIFT,
        RepeatPolicy.FIRST,
        "20 */3 * * *",
        t -> t.getHour() % 3 == 0 && t.getMinute() == 20);
  }

  private static void check(
      ZoneId zone,
      int year,
      GapPolicy gap,
      RepeatPolicy repeat,
      String cron,
      Predicate<LocalDateTime> matches) {
    Instant start = LocalDate.of(year, 1, 1).atStartOfDay(zone).toInstant();
    Instant end = LocalDate.of(year + 1, 1, 1).atStartOfDay(zone).toInstant();
    List<Instant> expected = walk(zone, start, end, gap, repeat, cron.contains("*/"), matches);
    Timetable timetable = new CronSchedule(cron, zone, gap, repeat).timetable().orElseThrow();
    List<Instant> found = new ArrayList<>();
    Instant at = timetable.next(start.minusSeconds(1)).orElseThrow().toInstant();
    while (at.isBefore(end)) {
      found.add(at);
      at = timetable.next(at).orElseThrow().toInstant();
    }
    assertThat(found).as("%s in %s, %s %s", cron, zone, gap, repeat).isEqualTo(expected);
  }

  private static List<Instant> walk(
      ZoneId zone,
      Instant start,
      Instant end,
      GapPolicy gap,
      RepeatPolicy repeat,
      boolean elapsed,
      Predicate<LocalDateTime> matches) {
    TreeMap<Instant, LocalDateTime> due = new TreeMap<>();
    if (elapsed) {
      for (Instant t = start; t.isBefore(end); t = t.plus(1, ChronoUnit.MINUTES)) {
        if (matches.test(LocalDateTime.ofInstant(t, zone))) {
          due.put(t, LocalDateTime.MIN);
        }
      }
      return List.copyOf(due.keySet());
    }
    LocalDateTime last = LocalDateTime.ofInstant(end, zone);
    for (LocalDateTime local = LocalDateTime.ofInstant(start, zone);
        local.isBefore(last);
        local = local.plusMinutes(1)) {
      if (!matches.test(local)) {
        continue;
      }
      List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
      if (offsets.isEmpty() && gap == GapPolicy.SHIFT) {
        due.put(zone.getRules().getTransition(local).getInstant(), local);
      }
      for (int i = 0; i < offsets.size(); i++) {
        boolean wanted =
            offsets.size() == 1
                || repeat == RepeatPolicy.BOTH
                || (repeat == RepeatPolicy.FIRST) == (i == 0);
        if (wanted) {
          due.put(local.toInstant(offsets.get(i)), local);
        }
      }
    }
    return List.copyOf(due.keySet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          61 * * * *      | field 1 (minute) is '61', allowed: 0-59
          * 24 * * *      | field 2 (hour) is '24', allowed: 0-23
          * * 0 * *       | field 3 (day of month) is '0', allowed: 1-31
          * * * FOO *     | field 4 (month) is 'FOO', allowed: 1-12 or JAN-DEC
          * * * * 8       | field 5 (day of week) is '8', allowed: 0-7
          * * * * 5-2     | field 5 (day of week) is '5-2'
          60 * * * * *    | field 1 (second) is '60', allowed: 0-59
          */0 * * * *     | field 1 (minute) is '*/0'
          * * * *         | has 4 fields, allowed: 5 (minute hour
          * * * * * * *   | has 7 fields
          0 0 31 2 *      | never fires
          0 0 30 2,2 *    | never fires
          """)
  void expressionThatIsWrong_saysWhereAndWhatIsAllowed(String cron, String message) {
    assertThatThrownBy(() -> CronSchedule.of(cron, ZoneOffset.UTC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + cron + "'")
        .hasMessageContaining(message);
  }

  @Test
  void blankExpression_isRefused() {
    assertThatThrownBy(() -> CronSchedule.of(" ", ZoneOffset.UTC))
        .hasMessageContaining("has 0 fields");
  }

  @Test
  void fixedRate_countsFromItsAnchor() {
    Instant anchor = Instant.parse("2026-01-01T00:00:00.250Z");
    Timetable timetable = new FixedRate(anchor, Duration.ofMillis(1500)).timetable().orElseThrow();

    assertThat(timetable.next(anchor.minusSeconds(99)).orElseThrow().toInstant()).isEqualTo(anchor);
    assertThat(timetable.next(anchor).orElseThrow().toInstant()).isEqualTo(anchor.plusMillis(1500));
    assertThat(timetable.next(anchor.plusMillis(1499)).orElseThrow().toInstant())
        .isEqualTo(anchor.plusMillis(1500));
    assertThat(timetable.next(anchor.plus(Duration.ofDays(40_000))).orElseThrow().toInstant())
        .isEqualTo(anchor.plus(Duration.ofDays(40_000)).plusMillis(1500));
    assertThat(timetable.next(Instant.MAX)).isEmpty();
  }
}
