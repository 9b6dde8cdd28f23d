package io.fencepost.schedule;

import static com.cronutils.model.definition.CronDefinitionBuilder.defineCron;

import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.field.expression.FieldExpression;
import com.cronutils.parser.CronParser;
import java.util.regex.Pattern;

/**
 * A field of cron expressions.
 *
 * @param title what it is called in messages
 * @param first the lowest number that a {@code *} stands for
 * @param last the highest
 * @param ofWeek whether it holds days of the week, where a range may run over the end
 * @param allowed what may stand in it, in words
 */
record CronField(
    String title, int first, int last, boolean ofWeek, String allowed, CronParser parser) {
  private static final String USUAL = ", *, lists (1,5), ranges (1-5), steps (*/5)";
  private static final String ITEM = "[0-9A-Z*][0-9A-Z*#/-]*";

  /** Stricter than the parser, which takes signs, a step without a start, and a ? in a list. */
  private static final Pattern LIST = Pattern.compile("\\?|" + ITEM + "(," + ITEM + ")*");

  static final CronField SECOND =
      numbers("second", 0, 59, "0-59", defineCron().withSeconds().and());

  static final CronField MINUTE =
      numbers("minute", 0, 59, "0-59", defineCron().withMinutes().and());

  static final CronField HOUR = numbers("hour", 0, 23, "0-23", defineCron().withHours().and());

  static final CronField MONTH =
      numbers("month", 1, 12, "1-12 or JAN-DEC", defineCron().withMonth().and());

  static final CronField DAY_OF_MONTH =
      numbers("day of month", 1, 31, "1-31", defineCron().withDayOfMonth().and());

  static final CronField DAY_OF_WEEK =
      daysOfWeek(
          0,
          "0-7 or SUN-SAT",
          defineCron().withDayOfWeek().withValidRange(0, 7).withMondayDoWValue(1).and());

  static final CronField SPRING_DAY_OF_MONTH =
      numbers(
          "day of month",
          1,
          31,
          "1-31, ?, L, L-3, LW, 15W",
          defineCron()
              .withDayOfMonth()
              .supportsL()
              .supportsW()
              .supportsLW()
              .supportsQuestionMark()
              .and());

  /** Accepts 0 for Sunday, but begins the week with Monday. */
  static final CronField SPRING_DAY_OF_WEEK =
      daysOfWeek(
          1,
          "0-7 or SUN-SAT, ?, FRIL, FRI#2",
          defineCron()
              .withDayOfWeek()
              .withValidRange(0, 7)
              .withMondayDoWValue(1)
              .supportsHash()
              .supportsL()
              .supportsQuestionMark()
              .and());

  /**
   * Reads the field.
   *
   * @param text in capitals
   * @throws IllegalArgumentException if it is malformed or out of range
   */
  FieldExpression parse(String text) {
    if (!LIST.matcher(text).matches()) {
      throw new IllegalArgumentException("not a list of cron items: " + text);
    }
    return parser.parse(text).retrieveFieldsAsMap().values().iterator().next().getExpression();
  }

  private static CronField numbers(
      String title, int first, int last, String values, CronDefinitionBuilder definition) {
    return new CronField(
        title, first, last, false, values + USUAL, new CronParser(definition.instance()));
  }

  private static CronField daysOfWeek(int first, String values, CronDefinitionBuilder definition) {
    return new CronField(
        "day of week", first, 7, true, values + USUAL, new CronParser(definition.instance()));
  }
}
