package io.fencepost.schedule;

import com.cronutils.model.field.expression.Always;
import com.cronutils.model.field.expression.And;
import com.cronutils.model.field.expression.Between;
import com.cronutils.model.field.expression.Every;
import com.cronutils.model.field.expression.FieldExpression;
import com.cronutils.model.field.expression.On;
import com.cronutils.model.field.expression.QuestionMark;
import com.cronutils.model.field.value.FieldValue;
import com.cronutils.model.field.value.SpecialChar;
import java.time.DayOfWeek;
import java.util.List;

/** Turns a parsed field into the numbers or days that it stands for. */
final class CronNumbers {
  private static final int DAYS_PER_WEEK = 7;
  private static final int MAX_WEEKS_PER_MONTH = 5;

  private final CronField field;

  CronNumbers(CronField field) {
    this.field = field;
  }

  /**
   * @throws IllegalArgumentException if the field holds something that is not a number
   */
  NumberSet numbers(FieldExpression expression) {
    NumberSet union = NumberSet.EMPTY;
    for (FieldExpression item : items(expression)) {
      union = union.union(item instanceof Every every ? steps(every) : range(item, 1));
    }
    return union;
  }

  /** The days of a field that is a day of month or of week. */
  DayRule days(FieldExpression expression) {
    return items(expression).stream().map(this::dayItem).reduce(DayRule::or).orElseThrow();
  }

  private DayRule dayItem(FieldExpression item) {
    if (item instanceof On on && on.getSpecialChar().getValue() != SpecialChar.NONE) {
      return field.ofWeek() ? specialDayOfWeek(on) : specialDayOfMonth(on);
    }
    NumberSet numbers = numbers(item);
    return field.ofWeek() ? DayRule.daysOfWeek(numbers) : DayRule.daysOfMonth(numbers);
  }

  private static DayRule specialDayOfMonth(On on) {
    return switch (on.getSpecialChar().getValue()) {
      case L -> DayRule.beforeLast(Math.max(0, on.getNth().getValue()));
      case LW -> DayRule.lastWorkday();
      case W -> DayRule.nearestWorkday(on.getTime().getValue());
      default -> throw notUnderstood(on);
    };
  }

  private static DayRule specialDayOfWeek(On on) {
    int day = on.getTime().getValue();
    int nth = on.getNth().getValue();
    if (day < 0) {
      throw notUnderstood(on);
    }
    DayOfWeek dayOfWeek = DayOfWeek.of(day == 0 ? DAYS_PER_WEEK : day);
    return switch (on.getSpecialChar().getValue()) {
      case L -> DayRule.last(dayOfWeek);
      case HASH -> {
        if (nth < 1 || nth > MAX_WEEKS_PER_MONTH) {
          throw notUnderstood(on);
        }
        yield DayRule.nth(dayOfWeek, nth);
      }
      default -> throw notUnderstood(on);
    };
  }

  private NumberSet steps(Every every) {
    int step = every.getPeriod().getValue();
    return every.getExpression() instanceof On on
        ? NumberSet.range(on.getTime().getValue(), field.last(), step)
        : range(every.getExpression(), step);
  }

  private NumberSet range(FieldExpression item, int step) {
    if (item instanceof Always || item instanceof QuestionMark) {
      return NumberSet.range(field.first(), field.last(), step);
    }
    if (item instanceof On on) {
      int number = on.getTime().getValue();
      return NumberSet.range(number, number, step);
    }
    if (item instanceof Between between) {
      return between(number(between.getFrom()), number(between.getTo()), step);
    }
    throw notUnderstood(item);
  }

  private NumberSet between(int from, int to, int step) {
    if (from <= to) {
      return NumberSet.range(from, to, step);
    }
    if (!field.ofWeek()) {
      throw new IllegalArgumentException("range runs backwards: " + from + "-" + to);
    }
    // Two weeks, laid over each other.
    long weeks = NumberSet.range(from, to + DAYS_PER_WEEK, step).bits();
    return new NumberSet((weeks | weeks >>> DAYS_PER_WEEK) & 0xff);
  }

  private static int number(FieldValue<?> value) {
    if (value.getValue() instanceof Integer number) {
      return number;
    }
    throw new IllegalArgumentException("not a number: " + value);
  }

  private static List<FieldExpression> items(FieldExpression expression) {
    return expression instanceof And list ? list.getExpressions() : List.of(expression);
  }

  private static IllegalArgumentException notUnderstood(FieldExpression expression) {
    return new IllegalArgumentException("not understood: " + expression.asString());
  }
}
