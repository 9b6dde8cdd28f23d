package io.fencepost.schedule;

import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules for cron schedules a second time, as plainly as they can be written: it looks at every
 * minute there is. Knows numbers, lists, ranges and steps only, and shares no code with what it
 * checks.
 */
final class CronOracle {
  private static final Pattern SPACE = Pattern.compile(" ");
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern ITEM = Pattern.compile("(\\*|(\\d+)(-(\\d+))?)(/(\\d+))?");

  private final CronSchedule schedule;
  private final ZoneRules rules;
  private final boolean unix;
  private final List<String> texts;
  private final List<boolean[]> fields = new ArrayList<>();

  CronOracle(CronSchedule schedule) {
    this.schedule = schedule;
    this.rules = schedule.zone().getRules();
    List<String> written = SPACE.splitAsStream(schedule.expression()).toList();
    this.unix = written.size() == 5;
    this.texts = new ArrayList<>(written);
    if (unix) {
      texts.add(0, "0");
    }
    int[] least = {0, 0, 0, 1, 1, unix ? 0 : 1};
    int[] most = {59, 59, 23, 31, 12, 7};
    for (int i = 0; i < least.length; i++) {
      fields.add(parse(texts.get(i), least[i], most[i]));
    }
  }

  /** What is due from the start of the first day to the start of the last, by UTC. */
  NavigableSet<Instant> due(LocalDate from, LocalDate to) {
    NavigableSet<Instant> due = new TreeSet<>();
    if (followsElapsedTime()) {
      walkInstants(from, to, due);
    } else {
      walkLocalTimes(from.minusDays(2), to.plusDays(2), due);
    }
    return due.subSet(utc(from), true, utc(to), false);
  }

  private boolean followsElapsedTime() {
    String hours = texts.get(2);
    return !hours.contains(",") && (hours.equals("*") || hours.contains("/"));
  }

  private void walkInstants(LocalDate from, LocalDate to, NavigableSet<Instant> due) {
    for (Instant minute = utc(from); minute.isBefore(utc(to)); minute = minute.plusSeconds(60)) {
      LocalDateTime local = LocalDateTime.ofInstant(minute, rules.getOffset(minute));
      if (matchesMinute(local.getHour(), local.getMinute()) && matchesDay(local.toLocalDate())) {
        for (int second = 0; second < 60; second++) {
          if (matches(0, second)) {
            due.add(minute.plusSeconds(second));
          }
        }
      }
    }
  }

  private void walkLocalTimes(LocalDate from, LocalDate to, NavigableSet<Instant> due) {
    for (LocalDate date = from; date.isBefore(to); date = date.plusDays(1)) {
      boolean dayMatches = matchesDay(date);
      for (int minute = 0; minute < 24 * 60; minute++) {
        if (dayMatches && matchesMinute(minute / 60, minute % 60)) {
          for (int second = 0; second < 60; second++) {
            if (matches(0, second)) {
              addInstants(date.atTime(minute / 60, minute % 60, second), due);
            }
          }
        }
      }
    }
  }

  private void addInstants(LocalDateTime local, NavigableSet<Instant> due) {
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    if (offsets.isEmpty()) {
      if (schedule.gap() == GapPolicy.SHIFT) {
        due.add(rules.getTransition(local).getInstant());
      }
      return;
    }
    if (offsets.size() == 1 || schedule.repeat() != RepeatPolicy.LAST) {
      due.add(local.toInstant(offsets.get(0)));
    }
    if (offsets.size() == 2 && schedule.repeat() != RepeatPolicy.FIRST) {
      due.add(local.toInstant(offsets.get(1)));
    }
  }

  private boolean matchesMinute(int hour, int minute) {
    return matches(1, minute) && matches(2, hour);
  }

  private boolean matchesDay(LocalDate date) {
    int dayOfWeek = date.getDayOfWeek().getValue();
    boolean ofMonth = matches(3, date.getDayOfMonth());
    boolean ofWeek = matches(5, dayOfWeek) || (dayOfWeek == 7 && matches(5, 0));
    boolean either = unix && !texts.get(3).startsWith("*") && !texts.get(5).startsWith("*");
    return matches(4, date.getMonthValue()) && (either ? ofMonth || ofWeek : ofMonth && ofWeek);
  }

  private boolean matches(int field, int value) {
    return fields.get(field)[value];
  }

  private static boolean[] parse(String text, int least, int most) {
    boolean[] values = new boolean[60];
    COMMA
        .splitAsStream(text)
        .forEach(
            item -> {
              Matcher parts = ITEM.matcher(item);
              if (!parts.matches()) {
                throw new IllegalArgumentException(item);
              }
              boolean star = parts.group(1).equals("*");
              int first = star ? least : Integer.parseInt(parts.group(2));
              boolean open = star || (parts.group(3) == null && parts.group(5) != null);
              int last = open ? most : first;
              if (parts.group(4) != null) {
                last = Integer.parseInt(parts.group(4));
              }
              int step = parts.group(6) == null ? 1 : Integer.parseInt(parts.group(6));
              for (int value = first; value <= last; value += step) {
                values[value] = true;
              }
            });
    return values;
  }

  private static Instant utc(LocalDate date) {
    return date.atStartOfDay().toInstant(ZoneOffset.UTC);
  }
}
