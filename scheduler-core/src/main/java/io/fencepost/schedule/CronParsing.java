package io.fencepost.schedule;

import static java.util.Objects.requireNonNull;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.field.CronFieldName;
import com.cronutils.model.field.expression.Always;
import com.cronutils.model.field.expression.And;
import com.cronutils.model.field.expression.Between;
import com.cronutils.model.field.expression.Every;
import com.cronutils.model.field.expression.FieldExpression;
import com.cronutils.model.field.expression.On;
import com.cronutils.model.field.expression.QuestionMark;
import com.cronutils.model.field.value.IntegerFieldValue;
import com.cronutils.parser.CronParser;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads cron expressions with cron-utils, one field at a time, so that an error names its field.
 */
final class CronParsing {
  private static final CronDefinition DEFINITION =
      CronDefinitionBuilder.defineCron()
          .withSeconds()
          .withStrictRange()
          .and()
          .withMinutes()
          .withStrictRange()
          .and()
          .withHours()
          .withStrictRange()
          .and()
          .withDayOfMonth()
          .supportsQuestionMark()
          .and()
          .withMonth()
          .withStrictRange()
          .and()
          .withDayOfWeek()
          .withValidRange(0, 7)
          .withMondayDoWValue(1)
          .supportsQuestionMark()
          .and()
          .instance();

  /** A field in the order of six-field expressions. */
  private enum Field {
    SECOND(0, CronFieldName.SECOND, "second", 0, 59, "0-59"),
    MINUTE(1, CronFieldName.MINUTE, "minute", 0, 59, "0-59"),
    HOUR(2, CronFieldName.HOUR, "hour", 0, 23, "0-23"),
    DAY_OF_MONTH(3, CronFieldName.DAY_OF_MONTH, "day of month", 1, 31, "1-31 or ?"),
    MONTH(4, CronFieldName.MONTH, "month", 1, 12, "1-12 or JAN-DEC"),
    DAY_OF_WEEK(
        5,
        CronFieldName.DAY_OF_WEEK,
        "day of week",
        0,
        7,
        "0-7 (0 and 7 are Sunday), SUN-SAT or ?");

    final int index;
    final CronFieldName name;
    final String words;
    final int least;
    final int most;
    final String allowed;

    Field(int index, CronFieldName name, String words, int least, int most, String allowed) {
      this.index = index;
      this.name = name;
      this.words = words;
      this.least = least;
      this.most = most;
      this.allowed = allowed;
    }
  }

  private CronParsing() {}

  /**
   * @throws IllegalArgumentException naming the field, its position and what is allowed
   */
  static CronFields parse(String expression) {
    String[] texts = expression.trim().split("\\s+", -1);
    if ((texts.length != 5 && texts.length != 6) || expression.isBlank()) {
      throw new IllegalArgumentException(
          "cron '"
              + expression
              + "' has "
              + (expression.isBlank() ? 0 : texts.length)
              + " fields, allowed: 5 (minute hour day-of-month month day-of-week) or 6 (second first)");
    }
    boolean unix = texts.length == 5;
    Map<Field, FieldExpression> fields = new EnumMap<>(Field.class);
    for (Field field : Field.values()) {
      int position = field.index - (unix ? 1 : 0);
      fields.put(
          field, position < 0 ? zero() : parse(expression, field, texts[position], position + 1));
    }
    String dayOfMonth = texts[unix ? 2 : 3];
    String dayOfWeek = texts[unix ? 4 : 5];
    return new CronFields(
        values(Field.SECOND, fields),
        values(Field.MINUTE, fields),
        values(Field.HOUR, fields),
        values(Field.DAY_OF_MONTH, fields),
        values(Field.MONTH, fields),
        values(Field.DAY_OF_WEEK, fields),
        unix && !isOpen(dayOfMonth) && !isOpen(dayOfWeek),
        steps(fields.get(Field.HOUR)));
  }

  /** As Vixie cron has it: a field that begins with a star restricts nothing by itself. */
  private static boolean isOpen(String text) {
    return text.startsWith("*") || text.startsWith("?");
  }

  private static FieldExpression zero() {
    return new On(new IntegerFieldValue(0));
  }

  private static FieldExpression parse(String expression, Field field, String text, int position) {
    String[] only = {"0", "0", "0", "*", "*", "*"};
    only[field.index] = text;
    try {
      FieldExpression parsed =
          new CronParser(DEFINITION)
              .parse(String.join(" ", only))
              .validate()
              .retrieve(field.name)
              .getExpression();
      values(field, parsed);
      return parsed;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cron '"
              + expression
              + "': field "
              + position
              + " ("
              + field.words
              + ") is '"
              + text
              + "', allowed: "
              + field.allowed
              + ", with *, lists (a,b), ranges (a-b) and steps (*/n, a/n, a-b/n)",
          e);
    }
  }

  private static BitSet values(Field field, Map<Field, FieldExpression> fields) {
    return values(field, requireNonNull(fields.get(field), "field is missing"));
  }

  private static boolean steps(@Nullable FieldExpression hours) {
    return hours instanceof Always || hours instanceof Every;
  }

  private static BitSet values(Field field, FieldExpression expression) {
    BitSet values = new BitSet();
    collect(field, expression, values);
    if (field == Field.DAY_OF_WEEK && values.get(7)) {
      values.clear(7);
      values.set(0);
    }
    return values;
  }

  private static void collect(Field field, FieldExpression expression, BitSet values) {
    if (expression instanceof Always || expression instanceof QuestionMark) {
      values.set(field.least, field.most + 1);
    } else if (expression instanceof On on) {
      values.set(on.getTime().getValue());
    } else if (expression instanceof Between between) {
      range(field, between, 1, values);
    } else if (expression instanceof Every every) {
      step(field, every, values);
    } else if (expression instanceof And and) {
      and.getExpressions().forEach(part -> collect(field, part, values));
    } else {
      throw new IllegalArgumentException("not supported: " + expression.asString());
    }
  }

  private static void range(Field field, Between between, int step, BitSet values) {
    int from = (Integer) between.getFrom().getValue();
    int to = (Integer) between.getTo().getValue();
    if (field == Field.DAY_OF_WEEK && to == 0 && from > 0) {
      to = 7;
    }
    if (from > to || from < field.least || to > field.most) {
      throw new IllegalArgumentException("the range " + from + "-" + to + " is empty");
    }
    for (int value = from; value <= to; value += step) {
      values.set(value);
    }
  }

  private static void step(Field field, Every every, BitSet values) {
    int step = every.getPeriod().getValue();
    if (step < 1) {
      throw new IllegalArgumentException("the step is " + step);
    }
    FieldExpression base = every.getExpression();
    if (base instanceof Between between) {
      range(field, between, step, values);
      return;
    }
    int start = base instanceof On on ? on.getTime().getValue() : field.least;
    // A whole week has seven days, though two numbers stand for Sunday.
    int most = field == Field.DAY_OF_WEEK && start < 7 ? 6 : field.most;
    for (int value = start; value <= most; value += step) {
      values.set(value);
    }
  }
}
