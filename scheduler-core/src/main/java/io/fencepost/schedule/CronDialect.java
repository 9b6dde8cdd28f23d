package io.fencepost.schedule;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A way to write cron expressions. The number of fields tells them apart.
 *
 * @param fields in the order they are written
 */
record CronDialect(List<CronField> fields) {
  static final CronDialect UNIX =
      of(
          CronField.MINUTE,
          CronField.HOUR,
          CronField.DAY_OF_MONTH,
          CronField.MONTH,
          CronField.DAY_OF_WEEK);

  static final CronDialect SPRING =
      of(
          CronField.SECOND,
          CronField.MINUTE,
          CronField.HOUR,
          CronField.SPRING_DAY_OF_MONTH,
          CronField.MONTH,
          CronField.SPRING_DAY_OF_WEEK);

  static Optional<CronDialect> ofSize(int fields) {
    return Stream.of(UNIX, SPRING).filter(dialect -> dialect.size() == fields).findFirst();
  }

  int size() {
    return fields.size();
  }

  private static CronDialect of(CronField... fields) {
    return new CronDialect(List.of(fields));
  }
}
