package io.fencepost.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole years, minute by minute, in zones that have done something odd. */
class CronOracleTest {
  private static final List<String> FIXED_HOURS =
      List.of(
          "30 2 * * *",
          "0 0 * * *",
          "59 23 * * *",
          "*/20 1-3 * * *",
          "15,45 0-23 * * *",
          "30 2 * * 0",
          "10 1,2 1-7,25-31 */2 5-7",
          "0 12 30 12 *",
          "0 2 29 2 1",
          "0 0 */2 * 1",
          "15/30 0 2 * 3,10 0",
          "0 30 1 8-14 * */2");

  private static final List<String> STEPPING_HOURS =
      List.of("7/31 * * * *", "30 */2 * * *", "0 1/6 * * *", "5 0-5/5 * * *", "30 15 * 29 * 1-5");

  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 2026",
    "America/New_York, 2024",
    "Australia/Lord_Howe, 2026",
    "Africa/Cairo, 2026",
    "Pacific/Apia, 2011",
    "Europe/Dublin, 2025",
    "Africa/Casablanca, 2026",
    "America/Sao_Paulo, 2018",
    "Antarctica/Troll, 2026",
    "Asia/Kathmandu, 2026"
  })
  void next_throughAYear_isWhatEveryMinuteSays(ZoneId zone, int year) {
    for (String expression : FIXED_HOURS) {
      for (GapPolicy gap : GapPolicy.values()) {
        for (RepeatPolicy repeat : RepeatPolicy.values()) {
          assertLikeOracle(new CronSchedule(expression, zone, gap, repeat), year);
        }
      }
    }
    for (String expression : STEPPING_HOURS) {
      assertLikeOracle(CronSchedule.of(expression, zone), year);
    }
  }

  private static void assertLikeOracle(CronSchedule schedule, int year) {
    LocalDate from = LocalDate.of(year, 1, 1);
    LocalDate to = LocalDate.of(year + 1, 1, 1);
    List<OffsetDateTime> due = Timetables.due(schedule, from, to);
    assertThat(Timetables.instants(due))
        .as("%s", schedule)
        .isEqualTo(List.copyOf(new CronOracle(schedule).due(from, to)));
    assertThat(due)
        .as("offsets of %s", schedule)
        .isEqualTo(due.stream().map(at -> inZone(at, schedule.zone())).toList());
  }

  private static OffsetDateTime inZone(OffsetDateTime at, ZoneId zone) {
    return at.atZoneSameInstant(zone).toOffsetDateTime();
  }
}
