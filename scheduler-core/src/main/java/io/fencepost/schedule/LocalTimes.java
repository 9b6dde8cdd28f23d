package io.fencepost.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The local times that a cron expression names, without a zone.
 *
 * @param months 1 to 12
 * @param followsElapsedTime whether the hours are counted rather than read off the clock on the
 *     wall
 */
record LocalTimes(NumberSet months, DayRule days, TimesOfDay times, boolean followsElapsedTime) {
  /** The first of them in a span that includes its start and not its end. */
  Optional<LocalDateTime> firstIn(LocalDateTime start, LocalDateTime end) {
    LocalDate date = start.toLocalDate();
    if (isDue(date)) {
      Optional<LocalTime> time = times.notBefore(start.toLocalTime());
      if (time.isPresent()) {
        return Optional.of(date.atTime(time.get())).filter(found -> found.isBefore(end));
      }
    }
    return firstDate(date.plusDays(1), end.toLocalDate())
        .map(found -> found.atTime(times.first()))
        .filter(found -> found.isBefore(end));
  }

  private boolean isDue(LocalDate date) {
    return dueDays(YearMonth.from(date)).contains(date.getDayOfMonth());
  }

  private Optional<LocalDate> firstDate(LocalDate from, LocalDate last) {
    YearMonth lastMonth = YearMonth.from(last);
    int day = from.getDayOfMonth();
    for (YearMonth month = YearMonth.from(from);
        !month.isAfter(lastMonth);
        month = month.plusMonths(1)) {
      OptionalInt found = dueDays(month).atLeast(day);
      if (found.isPresent() && found.getAsInt() <= month.lengthOfMonth()) {
        return Optional.of(month.atDay(found.getAsInt()));
      }
      day = 1;
    }
    return Optional.empty();
  }

  private NumberSet dueDays(YearMonth month) {
    return months.contains(month.getMonthValue()) ? days.daysOf(month) : NumberSet.EMPTY;
  }
}
