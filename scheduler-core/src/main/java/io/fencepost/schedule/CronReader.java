package io.fencepost.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads cron expressions. */
final class CronReader {
  private static final Map<String, String> MACROS =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@hourly", "0 * * * *");

  private static final Pattern SPACES = Pattern.compile("\\s+");

  private CronReader() {}

  /**
   * @throws IllegalArgumentException naming the field that is wrong and what is allowed there
   */
  static LocalTimes read(String expression) {
    List<CronFieldText> fields = split(expression);
    return fields.size() == CronDialect.UNIX.size() ? unix(fields) : spring(fields);
  }

  private static LocalTimes unix(List<CronFieldText> fields) {
    CronFieldText daysOfMonth = fields.get(2);
    CronFieldText daysOfWeek = fields.get(4);
    DayRule days =
        daysOfMonth.isRestricted() && daysOfWeek.isRestricted()
            ? daysOfMonth.days().or(daysOfWeek.days())
            : daysOfMonth.days().and(daysOfWeek.days());
    NumberSet onTheMinute = NumberSet.range(0, 0, 1);
    return times(onTheMinute, fields.get(0), fields.get(1), days, fields.get(3));
  }

  private static LocalTimes spring(List<CronFieldText> fields) {
    DayRule days = fields.get(3).days().and(fields.get(5).days());
    return times(fields.get(0).numbers(), fields.get(1), fields.get(2), days, fields.get(4));
  }

  private static LocalTimes times(
      NumberSet seconds,
      CronFieldText minutes,
      CronFieldText hours,
      DayRule days,
      CronFieldText months) {
    return new LocalTimes(
        months.numbers(),
        days,
        new TimesOfDay(hours.numbers(), minutes.numbers(), seconds),
        hours.isStepping());
  }

  private static List<CronFieldText> split(String expression) {
    String trimmed = expression.strip();
    if (trimmed.startsWith("@") && !MACROS.containsKey(trimmed)) {
      throw new IllegalArgumentException(
          "cron '"
              + expression
              + "' is unknown, allowed: @yearly, @monthly, @weekly, @daily, @hourly");
    }
    List<String> texts =
        SPACES
            .splitAsStream(MACROS.getOrDefault(trimmed, trimmed))
            .filter(text -> !text.isEmpty())
            .toList();
    List<CronFieldText> fields = new ArrayList<>();
    for (CronField field : dialectOf(expression, texts.size()).fields()) {
      int index = fields.size();
      fields.add(new CronFieldText(expression, index + 1, field, texts.get(index)));
    }
    return fields;
  }

  private static CronDialect dialectOf(String expression, int count) {
    return CronDialect.ofSize(count)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "cron '"
                        + expression
                        + "' has "
                        + count
                        + " fields, allowed: 5 (minute hour day-of-month month day-of-week)"
                        + " or 6 (second first)"));
  }
}
