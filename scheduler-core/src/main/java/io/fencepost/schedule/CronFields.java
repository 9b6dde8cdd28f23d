package io.fencepost.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.BitSet;
import java.util.Optional;

/**
 * The local times that a cron expression names, as sets of allowed values. Pure.
 *
 * @param eitherDay a day matches by day of month <em>or</em> by day of week (UNIX, if both are
 *     restricted); else by both
 * @param hoursStep the hour field is {@code *} or a step
 */
record CronFields(
    BitSet seconds,
    BitSet minutes,
    BitSet hours,
    BitSet daysOfMonth,
    BitSet months,
    BitSet daysOfWeek,
    boolean eitherDay,
    boolean hoursStep) {

  /** The first local time from {@code from} (inclusive) to {@code to} (exclusive) that matches. */
  Optional<LocalDateTime> next(LocalDateTime from, LocalDateTime to) {
    LocalDate day = from.toLocalDate();
    LocalTime earliest = from.toLocalTime();
    while (!day.atStartOfDay().isAfter(to)) {
      if (!months.get(day.getMonthValue())) {
        day = day.withDayOfMonth(1).plusMonths(1);
        earliest = LocalTime.MIDNIGHT;
        continue;
      }
      if (matches(day)) {
        Optional<LocalTime> time = next(earliest);
        if (time.isPresent()) {
          return Optional.of(day.atTime(time.get())).filter(found -> found.isBefore(to));
        }
      }
      day = day.plusDays(1);
      earliest = LocalTime.MIDNIGHT;
    }
    return Optional.empty();
  }

  private boolean matches(LocalDate day) {
    boolean byMonth = daysOfMonth.get(day.getDayOfMonth());
    boolean byWeek = daysOfWeek.get(day.getDayOfWeek().getValue() % 7);
    return eitherDay ? byMonth || byWeek : byMonth && byWeek;
  }

  /** The first time of day at or after the given one. */
  private Optional<LocalTime> next(LocalTime from) {
    int hour = hours.nextSetBit(from.getHour());
    if (hour < 0) {
      return Optional.empty();
    }
    if (hour > from.getHour()) {
      return Optional.of(first(hour));
    }
    int minute = minutes.nextSetBit(from.getMinute());
    if (minute == from.getMinute()) {
      int second = seconds.nextSetBit(from.getSecond());
      if (second >= 0) {
        return Optional.of(LocalTime.of(hour, minute, second));
      }
      minute = minutes.nextSetBit(minute + 1);
    }
    if (minute >= 0) {
      return Optional.of(LocalTime.of(hour, minute, seconds.nextSetBit(0)));
    }
    int later = hours.nextSetBit(hour + 1);
    return later < 0 ? Optional.empty() : Optional.of(first(later));
  }

  private LocalTime first(int hour) {
    return LocalTime.of(hour, minutes.nextSetBit(0), seconds.nextSetBit(0));
  }
}
