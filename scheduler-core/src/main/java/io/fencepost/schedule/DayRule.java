package io.fencepost.schedule;

import static java.time.temporal.TemporalAdjusters.nextOrSame;
import static java.time.temporal.TemporalAdjusters.previousOrSame;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;

/** Which days of a month are due. What lies beyond the end of the month has no meaning. */
@FunctionalInterface
interface DayRule {
  NumberSet daysOf(YearMonth month);

  default DayRule and(DayRule other) {
    return month -> new NumberSet(daysOf(month).bits() & other.daysOf(month).bits());
  }

  default DayRule or(DayRule other) {
    return month -> daysOf(month).union(other.daysOf(month));
  }

  static DayRule daysOfMonth(NumberSet days) {
    return month -> days;
  }

  /**
   * @param days Sunday is 0 or 7
   */
  static DayRule daysOfWeek(NumberSet days) {
    long fromMonday = (days.bits() | days.bits() << 7) >>> 1 & 0x7f;
    return month -> {
      int skipped = month.atDay(1).getDayOfWeek().getValue() - 1;
      long week = (fromMonday | fromMonday << 7) >>> skipped & 0x7f;
      return new NumberSet((week | week << 7 | week << 14 | week << 21 | week << 28) << 1);
    };
  }

  /** The day that lies so many days before the last of the month. */
  static DayRule beforeLast(int days) {
    return month ->
        days < month.lengthOfMonth() ? only(month.lengthOfMonth() - days) : NumberSet.EMPTY;
  }

  /** The last day from Monday to Friday. */
  static DayRule lastWorkday() {
    return month -> nearestWorkday(month.atEndOfMonth());
  }

  /** The day from Monday to Friday of the same month that is nearest to the given day. */
  static DayRule nearestWorkday(int day) {
    return month -> month.isValidDay(day) ? nearestWorkday(month.atDay(day)) : NumberSet.EMPTY;
  }

  static DayRule last(DayOfWeek day) {
    return month -> only(month.atEndOfMonth().with(previousOrSame(day)).getDayOfMonth());
  }

  static DayRule nth(DayOfWeek day, int n) {
    return month -> only(month.atDay(1).with(nextOrSame(day)).getDayOfMonth() + 7 * (n - 1));
  }

  private static NumberSet nearestWorkday(LocalDate date) {
    int day = date.getDayOfMonth();
    return only(
        switch (date.getDayOfWeek()) {
          case SATURDAY -> day == 1 ? 3 : day - 1;
          case SUNDAY -> day == date.lengthOfMonth() ? day - 2 : day + 1;
          default -> day;
        });
  }

  private static NumberSet only(int day) {
    return NumberSet.range(day, day, 1);
  }
}
