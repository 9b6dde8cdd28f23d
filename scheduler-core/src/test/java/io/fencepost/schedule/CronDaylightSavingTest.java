package io.fencepost.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronDaylightSavingTest {
  private static final Pattern SPACE = Pattern.compile(" ");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # one hour, by day
          Europe/Berlin       | 30 2 * * *     | 2026-03-28T12:00+01:00 | 2026-03-29T03:00+02:00 2026-03-30T02:30+02:00
          Europe/Berlin       | 0 2 * * *      | 2026-03-28T12:00+01:00 | 2026-03-29T03:00+02:00 2026-03-30T02:00+02:00
          America/New_York    | 59 2 * * *     | 2026-03-07T12:00-05:00 | 2026-03-08T03:00-04:00 2026-03-09T02:59-04:00
          # several times in one gap, and a regular one at its end
          Europe/Berlin       | */10 2 * * *   | 2026-03-29T00:00+01:00 | 2026-03-29T03:00+02:00 2026-03-30T02:00+02:00
          Europe/Berlin       | 30 2,3 * * *   | 2026-03-29T00:00+01:00 | 2026-03-29T03:00+02:00 2026-03-29T03:30+02:00
          Europe/Berlin       | 0 2,3 * * *    | 2026-03-29T00:00+01:00 | 2026-03-29T03:00+02:00 2026-03-30T02:00+02:00
          # the end of the gap itself, with none missing
          Europe/Berlin       | 0 3 * * *      | 2026-03-29T00:00+01:00 | 2026-03-29T03:00+02:00 2026-03-30T03:00+02:00
          # half an hour
          Australia/Lord_Howe | 15 2 * * *     | 2026-10-03T12:00+10:30 | 2026-10-04T02:30+11:00 2026-10-05T02:15+11:00
          Australia/Lord_Howe | 45 2 * * *     | 2026-10-03T12:00+10:30 | 2026-10-04T02:45+11:00 2026-10-05T02:45+11:00
          # at midnight
          Africa/Cairo        | 0 0 * * *      | 2026-04-23T12:00+02:00 | 2026-04-24T01:00+03:00 2026-04-25T00:00+03:00
          Africa/Cairo        | 59 23 * * *    | 2026-04-23T12:00+02:00 | 2026-04-23T23:59+02:00 2026-04-24T23:59+03:00
          Africa/Cairo        | 30 0 24 4 *    | 2026-01-01T12:00+02:00 | 2026-04-24T01:00+03:00 2027-04-24T00:30+02:00
          # a day
          Pacific/Apia        | 0 12 * * *     | 2011-12-29T12:00-10:00 | 2011-12-31T00:00+14:00 2011-12-31T12:00+14:00
          Pacific/Apia        | 0 0 * * *      | 2011-12-29T00:00-10:00 | 2011-12-31T00:00+14:00 2012-01-01T00:00+14:00
          Pacific/Apia        | 0 9,17 30 12 * | 2011-12-01T00:00-10:00 | 2011-12-31T00:00+14:00 2012-12-30T09:00+14:00
          """)
  void next_inGap_isEndOfGap(ZoneId zone, String expression, String after, String expected) {
    assertNext(CronSchedule.of(expression, zone), after, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Europe/Berlin       | 30 2 * * *     | 2026-03-28T12:00+01:00 | 2026-03-30T02:30+02:00
          Europe/Berlin       | 0 2,3 * * *    | 2026-03-29T00:00+01:00 | 2026-03-29T03:00+02:00 2026-03-30T02:00+02:00
          Australia/Lord_Howe | 15 2 * * *     | 2026-10-03T12:00+10:30 | 2026-10-05T02:15+11:00
          Africa/Cairo        | 0 0 * * *      | 2026-04-23T12:00+02:00 | 2026-04-25T00:00+03:00
          Pacific/Apia        | 0 12 * * *     | 2011-12-29T12:00-10:00 | 2011-12-31T12:00+14:00
          """)
  void next_inSkippedGap_isTheOneAfterIt(
      ZoneId zone, String expression, String after, String expected) {
    assertNext(
        new CronSchedule(expression, zone, GapPolicy.SKIP, RepeatPolicy.FIRST), after, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FIRST | Europe/Berlin       | 30 2 * * *   | 2026-10-24T12:00+02:00 | 2026-10-25T02:30+02:00 2026-10-26T02:30+01:00
          LAST  | Europe/Berlin       | 30 2 * * *   | 2026-10-24T12:00+02:00 | 2026-10-25T02:30+01:00 2026-10-26T02:30+01:00
          BOTH  | Europe/Berlin       | 30 2 * * *   | 2026-10-24T12:00+02:00 | 2026-10-25T02:30+02:00 2026-10-25T02:30+01:00 2026-10-26T02:30+01:00
          # the borders: 02:00 exists twice, 03:00 once
          FIRST | Europe/Berlin       | 0 2,3 * * *  | 2026-10-24T12:00+02:00 | 2026-10-25T02:00+02:00 2026-10-25T03:00+01:00 2026-10-26T02:00+01:00
          LAST  | Europe/Berlin       | 0 2,3 * * *  | 2026-10-24T12:00+02:00 | 2026-10-25T02:00+01:00 2026-10-25T03:00+01:00 2026-10-26T02:00+01:00
          # asked between the passes
          FIRST | Europe/Berlin       | 30 2 * * *   | 2026-10-25T02:45+02:00 | 2026-10-26T02:30+01:00
          LAST  | Europe/Berlin       | 30 2 * * *   | 2026-10-25T02:45+02:00 | 2026-10-25T02:30+01:00
          # the passes do not interleave
          BOTH  | Europe/Berlin       | 0,30 2 * * * | 2026-10-24T12:00+02:00 | 2026-10-25T02:00+02:00 2026-10-25T02:30+02:00 2026-10-25T02:00+01:00 2026-10-25T02:30+01:00
          # half an hour
          FIRST | Australia/Lord_Howe | 45 1 * * *   | 2026-04-04T12:00+11:00 | 2026-04-05T01:45+11:00 2026-04-06T01:45+10:30
          LAST  | Australia/Lord_Howe | 45 1 * * *   | 2026-04-04T12:00+11:00 | 2026-04-05T01:45+10:30 2026-04-06T01:45+10:30
          BOTH  | Australia/Lord_Howe | 15,45 1 * * *| 2026-04-04T12:00+11:00 | 2026-04-05T01:15+11:00 2026-04-05T01:45+11:00 2026-04-05T01:45+10:30
          # the last hour of a day
          FIRST | Africa/Cairo        | 30 23 * * *  | 2026-10-29T12:00+03:00 | 2026-10-29T23:30+03:00 2026-10-30T23:30+02:00
          LAST  | Africa/Cairo        | 30 23 * * *  | 2026-10-29T12:00+03:00 | 2026-10-29T23:30+02:00 2026-10-30T23:30+02:00
          LAST  | Africa/Cairo        | 0 0 * * *    | 2026-10-29T12:00+03:00 | 2026-10-30T00:00+02:00 2026-10-31T00:00+02:00
          """)
  void next_inRepeatedHour_isThePassOfThePolicy(
      RepeatPolicy repeat, ZoneId zone, String expression, String after, String expected) {
    assertNext(new CronSchedule(expression, zone, GapPolicy.SHIFT, repeat), after, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Europe/Berlin       | 30 * * * *     | 2026-10-25T01:45+02:00 | 2026-10-25T02:30+02:00 2026-10-25T02:30+01:00 2026-10-25T03:30+01:00
          Europe/Berlin       | 30 */2 * * *   | 2026-10-25T01:45+02:00 | 2026-10-25T02:30+02:00 2026-10-25T02:30+01:00 2026-10-25T04:30+01:00
          Europe/Berlin       | 30 2/3 * * *   | 2026-10-25T01:45+02:00 | 2026-10-25T02:30+02:00 2026-10-25T02:30+01:00 2026-10-25T05:30+01:00
          Europe/Berlin       | 30 1-6/1 * * * | 2026-10-25T01:45+02:00 | 2026-10-25T02:30+02:00 2026-10-25T02:30+01:00 2026-10-25T03:30+01:00
          Europe/Berlin       | 30 * * * *     | 2026-03-29T01:00+01:00 | 2026-03-29T01:30+01:00 2026-03-29T03:30+02:00 2026-03-29T04:30+02:00
          Europe/Berlin       | 30 */2 * * *   | 2026-03-29T00:00+01:00 | 2026-03-29T00:30+01:00 2026-03-29T04:30+02:00
          Australia/Lord_Howe | */15 * * * *   | 2026-10-04T01:40+10:30 | 2026-10-04T01:45+10:30 2026-10-04T02:30+11:00 2026-10-04T02:45+11:00
          Australia/Lord_Howe | */15 * * * *   | 2026-04-05T01:40+11:00 | 2026-04-05T01:45+11:00 2026-04-05T01:30+10:30 2026-04-05T01:45+10:30 2026-04-05T02:00+10:30
          Pacific/Apia        | 0 */12 * * *   | 2011-12-29T13:00-10:00 | 2011-12-31T00:00+14:00 2011-12-31T12:00+14:00
          """)
  void next_withSteppingHours_followsElapsedTime(
      ZoneId zone, String expression, String after, String expected) {
    assertNext(CronSchedule.of(expression, zone), after, expected);
    assertNext(
        new CronSchedule(expression, zone, GapPolicy.SKIP, RepeatPolicy.LAST), after, expected);
  }

  @Test
  void next_withListOrRangeOfHours_readsTheClockOnTheWall() {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    for (String hours : List.of("0-23", "0-22/2,1-23/2")) {
      assertNext(
          CronSchedule.of("30 " + hours + " * * *", berlin),
          "2026-10-25T01:45+02:00",
          "2026-10-25T02:30+02:00 2026-10-25T03:30+01:00");
    }
  }

  @Test
  void next_betweenTwoSecondsOfARepeat_isStrictlyAfter() {
    CronSchedule schedule =
        new CronSchedule(
            "30 2 * * *", ZoneId.of("Europe/Berlin"), GapPolicy.SHIFT, RepeatPolicy.BOTH);
    Timetable timetable = schedule.timetable().orElseThrow();
    OffsetDateTime first = OffsetDateTime.parse("2026-10-25T02:30+02:00");

    assertThat(timetable.next(first.toInstant().minusNanos(1))).contains(first);
    assertThat(timetable.next(first.toInstant().plusNanos(1)))
        .contains(OffsetDateTime.parse("2026-10-25T02:30+01:00"));
  }

  private static void assertNext(CronSchedule schedule, String after, String expected) {
    List<String> wanted = SPACE.splitAsStream(expected).toList();
    assertThat(Timetables.next(schedule, after, wanted.size())).isEqualTo(wanted);
  }
}
