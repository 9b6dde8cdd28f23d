package io.fencepost.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronScheduleTest {
  private static final ZoneId UTC = ZoneOffset.UTC;
  private static final String NEW_YEAR_2026 = "2026-01-01T00:00Z";
  private static final Pattern SPACE = Pattern.compile(" ");

  /** 1 January 2026 is a Thursday. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # UNIX: either day field if both are restricted
          0 0 13 * FRI        | 2026-01-02T00:00Z 2026-01-09T00:00Z 2026-01-13T00:00Z
          0 0 * * FRI         | 2026-01-02T00:00Z 2026-01-09T00:00Z
          0 0 13 * *          | 2026-01-13T00:00Z 2026-02-13T00:00Z
          # a step that begins with a star restricts nothing, so that both have to match
          0 0 */2 * MON       | 2026-01-05T00:00Z 2026-01-19T00:00Z
          0 0 1-31/2 * MON    | 2026-01-03T00:00Z 2026-01-05T00:00Z
          # Spring: both day fields
          0 0 0 13 * FRI      | 2026-02-13T00:00Z 2026-03-13T00:00Z
          0 0 0 13 * ?        | 2026-01-13T00:00Z 2026-02-13T00:00Z
          0 0 0 ? * FRI       | 2026-01-02T00:00Z 2026-01-09T00:00Z
          5/20 0 0 1 * *      | 2026-01-01T00:00:05Z 2026-01-01T00:00:25Z 2026-01-01T00:00:45Z 2026-02-01T00:00:05Z
          # Sunday is 0 and 7
          0 0 * * 0           | 2026-01-04T00:00Z 2026-01-11T00:00Z
          0 0 * * 7           | 2026-01-04T00:00Z 2026-01-11T00:00Z
          0 0 0 * * 0         | 2026-01-04T00:00Z 2026-01-11T00:00Z
          0 0 * * SUN         | 2026-01-04T00:00Z 2026-01-11T00:00Z
          0 0 * * 0-7         | 2026-01-02T00:00Z 2026-01-03T00:00Z
          0 0 * * 5-7         | 2026-01-02T00:00Z 2026-01-03T00:00Z 2026-01-04T00:00Z 2026-01-09T00:00Z
          # and ends or begins a range
          0 0 * * fri-sun     | 2026-01-02T00:00Z 2026-01-03T00:00Z 2026-01-04T00:00Z 2026-01-09T00:00Z
          0 0 * * Sun-Mon     | 2026-01-04T00:00Z 2026-01-05T00:00Z 2026-01-11T00:00Z
          0 0 * * 6-1         | 2026-01-03T00:00Z 2026-01-04T00:00Z 2026-01-05T00:00Z 2026-01-10T00:00Z
          # steps of the week count from Sunday in UNIX and from Monday in Spring
          0 0 * * */3         | 2026-01-03T00:00Z 2026-01-04T00:00Z 2026-01-07T00:00Z
          0 0 0 * * */3       | 2026-01-04T00:00Z 2026-01-05T00:00Z 2026-01-08T00:00Z
          # months, names, lists, steps
          0 0 1 FEB,apr-Jun * | 2026-02-01T00:00Z 2026-04-01T00:00Z 2026-05-01T00:00Z 2026-06-01T00:00Z 2027-02-01T00:00Z
          0 0 1 */5 *         | 2026-06-01T00:00Z 2026-11-01T00:00Z 2027-01-01T00:00Z
          50/4 0 * * *        | 2026-01-01T00:50Z 2026-01-01T00:54Z 2026-01-01T00:58Z 2026-01-02T00:50Z
          10-20/5,3 0 * * *   | 2026-01-01T00:03Z 2026-01-01T00:10Z 2026-01-01T00:15Z 2026-01-01T00:20Z 2026-01-02T00:03Z
          # the ends of months
          0 0 31 * *          | 2026-01-31T00:00Z 2026-03-31T00:00Z 2026-05-31T00:00Z
          0 0 29 2 *          | 2028-02-29T00:00Z 2032-02-29T00:00Z
          0 0 0 29 2 MON      | 2044-02-29T00:00Z 2072-02-29T00:00Z 2112-02-29T00:00Z
          0 0 0 L * ?         | 2026-01-31T00:00Z 2026-02-28T00:00Z
          0 0 0 L-3 2 ?       | 2026-02-25T00:00Z 2027-02-25T00:00Z 2028-02-26T00:00Z
          0 0 0 L-30 * ?      | 2026-03-01T00:00Z 2026-05-01T00:00Z 2026-07-01T00:00Z
          0 0 0 1,L * ?       | 2026-01-31T00:00Z 2026-02-01T00:00Z 2026-02-28T00:00Z
          0 0 0 LW * ?        | 2026-01-30T00:00Z 2026-02-27T00:00Z 2026-03-31T00:00Z
          # the nearest workday stays in its month
          0 0 0 15W * ?       | 2026-01-15T00:00Z 2026-02-16T00:00Z 2026-03-16T00:00Z
          0 0 0 14W * ?       | 2026-01-14T00:00Z 2026-02-13T00:00Z 2026-03-13T00:00Z
          0 0 0 1W 2,8 ?      | 2026-02-02T00:00Z 2026-08-03T00:00Z
          0 0 0 31W 1,5 ?     | 2026-01-30T00:00Z 2026-05-29T00:00Z
          # last and n-th days of the week
          0 0 0 ? * FRIL      | 2026-01-30T00:00Z 2026-02-27T00:00Z
          0 0 0 ? * 7L        | 2026-01-25T00:00Z 2026-02-22T00:00Z
          0 0 0 ? * FRI#2     | 2026-01-09T00:00Z 2026-02-13T00:00Z
          0 0 0 ? * FRI#5     | 2026-01-30T00:00Z 2026-05-29T00:00Z
          0 0 0 ? * 0#1       | 2026-01-04T00:00Z 2026-02-01T00:00Z
          # macros
          @yearly             | 2027-01-01T00:00Z 2028-01-01T00:00Z
          @monthly            | 2026-02-01T00:00Z 2026-03-01T00:00Z
          @weekly             | 2026-01-04T00:00Z 2026-01-11T00:00Z
          @daily              | 2026-01-02T00:00Z 2026-01-03T00:00Z
          @hourly             | 2026-01-01T01:00Z 2026-01-01T02:00Z
          """)
  void next_ofExpression_isWhatItsDialectSays(String expression, String expected) {
    List<String> wanted = SPACE.splitAsStream(expected).toList();
    assertThat(Timetables.next(CronSchedule.of(expression, UTC), NEW_YEAR_2026, wanted.size()))
        .isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          61 * * * *       | field 1 (minute) is '61', allowed: 0-59, *
          * 24 * * *       | field 2 (hour) is '24', allowed: 0-23, *
          * 22-2 * * *     | field 2 (hour) is '22-2', allowed: 0-23, *
          * * 0 * *        | field 3 (day of month) is '0', allowed: 1-31, *
          * * L * *        | field 3 (day of month) is 'L', allowed: 1-31, *
          * * ? * *        | field 3 (day of month) is '?', allowed: 1-31, *
          * * * foo *      | field 4 (month) is 'foo', allowed: 1-12 or JAN-DEC, *
          * * * * 8        | field 5 (day of week) is '8', allowed: 0-7 or SUN-SAT, *
          * * * * FRI#2    | field 5 (day of week) is 'FRI#2', allowed: 0-7 or SUN-SAT, *
          */0 * * * *      | field 1 (minute) is '*/0', allowed
          */90 * * * *     | field 1 (minute) is '*/90', allowed
          /5 * * * *       | field 1 (minute) is '/5', allowed
          +5 * * * *       | field 1 (minute) is '+5', allowed
          1,,2 * * * *     | field 1 (minute) is '1,,2', allowed
          1, * * * *       | field 1 (minute) is '1,', allowed
          1- * * * *       | field 1 (minute) is '1-', allowed
          -1 * * * *       | field 1 (minute) is '-1', allowed
          60 * * * * *     | field 1 (second) is '60', allowed: 0-59, *
          0 0 0 32W * *    | field 4 (day of month) is '32W', allowed: 1-31, ?, L, L-3, LW, 15W, *
          0 0 0 1,? * *    | field 4 (day of month) is '1,?', allowed
          0 0 0 L/2 * *    | field 4 (day of month) is 'L/2', allowed
          0 0 0 5-L * *    | field 4 (day of month) is '5-L', allowed
          0 0 0 15W/2 * *  | field 4 (day of month) is '15W/2', allowed
          0 0 0 * * L      | field 6 (day of week) is 'L', allowed: 0-7 or SUN-SAT, ?, FRIL, FRI#2, *
          0 0 0 * * FRI#6  | field 6 (day of week) is 'FRI#6', allowed
          0 0 0 * * FRI#0  | field 6 (day of week) is 'FRI#0', allowed
          * * * *          | has 4 fields, allowed: 5 (minute hour day-of-month month day-of-week) or 6 (second first)
          * * * * * * *    | has 7 fields, allowed: 5
          @reboot          | is unknown, allowed: @yearly, @monthly, @weekly, @daily, @hourly
          """)
  void new_ofMalformedExpression_namesFieldAndWhatIsAllowed(String expression, String message) {
    assertThatThrownBy(() -> CronSchedule.of(expression, UTC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("cron '" + expression + "'")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*||5", "*|5", "1|2", "H", "1.5", "99999999999", "\u0661"})
  void new_ofOtherCharacters_isRefused(String minute) {
    assertThatThrownBy(() -> CronSchedule.of(minute + " * * * *", UTC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("field 1 (minute) is '" + minute + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void new_ofBlankExpression_hasNoFields(String expression) {
    assertThatThrownBy(() -> CronSchedule.of(expression, UTC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has 0 fields");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 0 31 2 *",
        "0 0 30 2 *",
        "0 0 31 4,6,9,11 *",
        "0 0 0 31W 2 ?",
        "0 0 0 L-31 * ?"
      })
  void new_ofDateThatNeverIs_isRefused(String expression) {
    assertThatThrownBy(() -> CronSchedule.of(expression, UTC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cron '" + expression + "' Z never fires");
  }

  @Test
  void new_alwaysInASkippedGap_isRefused() {
    String lastSundayOfMarch = "0 30 2 ? 3 SUNL";
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    assertThatThrownBy(
            () -> new CronSchedule(lastSundayOfMarch, berlin, GapPolicy.SKIP, RepeatPolicy.FIRST))
        .hasMessageContaining("never fires");
    assertThat(Timetables.next(CronSchedule.of(lastSundayOfMarch, berlin), NEW_YEAR_2026, 2))
        .containsExactly("2026-03-29T03:00+02:00", "2027-03-28T03:00+02:00");
  }

  @Test
  void of_withoutPolicies_shiftsAndTakesTheFirst() {
    assertThat(CronSchedule.of("0 2 * * *", UTC))
        .isEqualTo(new CronSchedule("0 2 * * *", UTC, GapPolicy.SHIFT, RepeatPolicy.FIRST));
  }

  @Test
  void new_withSpacesAround_isRead() {
    assertThat(Timetables.next(CronSchedule.of("  0\t2  * * * ", UTC), NEW_YEAR_2026, 1))
        .containsExactly("2026-01-01T02:00Z");
  }

  @Test
  void new_inTurkishLocale_readsNames() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      assertThat(Timetables.next(CronSchedule.of("0 0 * * fri", UTC), NEW_YEAR_2026, 1))
          .containsExactly("2026-01-02T00:00Z");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void describe_namesExpressionAndZone() {
    assertThat(CronSchedule.of("0 2 * * *", ZoneId.of("Asia/Shanghai")).describe())
        .isEqualTo("cron '0 2 * * *' Asia/Shanghai");
  }

  @Test
  void next_atTheEndsOfTime_staysInItsYears() {
    Timetable timetable = CronSchedule.of("0 0 * * *", UTC).timetable().orElseThrow();
    assertThat(timetable.next(Instant.MIN)).contains(OffsetDateTime.parse("1000-01-01T00:00Z"));
    assertThat(timetable.next(Instant.parse("9998-12-30T23:59:59Z")))
        .contains(OffsetDateTime.parse("9998-12-31T00:00Z"));
    assertThat(timetable.next(Instant.parse("9998-12-31T00:00:00Z"))).isEmpty();
    assertThat(timetable.next(Instant.MAX)).isEmpty();
  }
}
