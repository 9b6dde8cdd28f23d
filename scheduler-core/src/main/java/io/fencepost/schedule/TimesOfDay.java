package io.fencepost.schedule;

import java.time.LocalTime;
import java.util.Optional;
import java.util.OptionalInt;

/** The times of day of a cron expression. No field is empty. */
record TimesOfDay(NumberSet hours, NumberSet minutes, NumberSet seconds) {
  LocalTime first() {
    return firstIn(hours.least());
  }

  /** The first time of day that is not before the given whole second. */
  Optional<LocalTime> notBefore(LocalTime time) {
    if (hours.contains(time.getHour())) {
      Optional<LocalTime> sameHour = inHourOf(time);
      if (sameHour.isPresent()) {
        return sameHour;
      }
    }
    OptionalInt hour = hours.atLeast(time.getHour() + 1);
    return hour.isPresent() ? Optional.of(firstIn(hour.getAsInt())) : Optional.empty();
  }

  private Optional<LocalTime> inHourOf(LocalTime time) {
    if (minutes.contains(time.getMinute())) {
      OptionalInt second = seconds.atLeast(time.getSecond());
      if (second.isPresent()) {
        return Optional.of(LocalTime.of(time.getHour(), time.getMinute(), second.getAsInt()));
      }
    }
    OptionalInt minute = minutes.atLeast(time.getMinute() + 1);
    return minute.isPresent()
        ? Optional.of(LocalTime.of(time.getHour(), minute.getAsInt(), seconds.least()))
        : Optional.empty();
  }

  private LocalTime firstIn(int hour) {
    return LocalTime.of(hour, minutes.least(), seconds.least());
  }
}
