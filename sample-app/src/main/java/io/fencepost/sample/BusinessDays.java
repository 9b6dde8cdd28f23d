package io.fencepost.sample;

import com.typesafe.config.Config;
import io.fencepost.Occurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/**
 * Which day an occurrence settles. The same for every attempt and on every node, since it follows
 * from the occurrence alone.
 */
@FunctionalInterface
public interface BusinessDays {
  /** The day before the first that successive occurrences settle. */
  LocalDate BEFORE_THE_FIRST = LocalDate.of(2025, 12, 31);

  LocalDate settledBy(Occurrence occurrence);

  /** The day before the occurrence; or, with {@code successive-days}, one day after the other. */
  static BusinessDays of(Config sample) {
    if (!sample.hasPath("successive-days")) {
      return occurrence -> occurrence.scheduledFor().toLocalDate().minusDays(1);
    }
    Duration every = sample.getDuration("successive-days.every");
    Instant from = Instant.parse(sample.getString("successive-days.from"));
    return occurrence ->
        BEFORE_THE_FIRST.plusDays(Duration.between(from, occurrence.instant()).dividedBy(every));
  }
}
