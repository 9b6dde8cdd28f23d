package io.fencepost.schedule;

import com.cronutils.model.field.expression.Always;
import com.cronutils.model.field.expression.Every;
import com.cronutils.model.field.expression.FieldExpression;
import java.util.Locale;
import java.util.function.Function;

/**
 * One field of an expression as it was written.
 *
 * @param expression the whole, for messages
 * @param position from 1
 */
record CronFieldText(String expression, int position, CronField field, String text) {
  NumberSet numbers() {
    return read(new CronNumbers(field)::numbers);
  }

  DayRule days() {
    return read(new CronNumbers(field)::days);
  }

  /**
   * Whether it is {@code *} or a step, such as {@code 2/4} or {@code 8-18/2}; a list is neither.
   */
  boolean isStepping() {
    return read(parsed -> parsed instanceof Always || parsed instanceof Every);
  }

  /** As cron has it: what begins with a star restricts nothing, a step included. */
  boolean isRestricted() {
    return !text.startsWith("*");
  }

  private <T> T read(Function<FieldExpression, T> reading) {
    try {
      return reading.apply(field.parse(text.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "cron '"
              + expression
              + "': field "
              + position
              + " ("
              + field.title()
              + ") is '"
              + text
              + "', allowed: "
              + field.allowed(),
          malformed);
    }
  }
}
