package io.fencepost.config;

import io.fencepost.schedule.CronSchedule;
import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.FixedRate;
import io.fencepost.schedule.Schedule;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads when a job is due. */
final class ScheduleReader {
  /** The kinds of schedules, each with the settings that belong to it. */
  static final Map<String, List<String>> KINDS =
      Map.of(
          "cron", List.of("zone", "gap", "repeat"),
          "fixed-rate", List.of("anchor"),
          "fixed-delay", List.of());

  private static final Duration LEAST = Duration.ofMillis(1);

  private final Section job;
  private final Optional<String> cron;
  private final Optional<ZoneId> zone;
  private final GapPolicy gap;
  private final RepeatPolicy repeat;
  private final Optional<Duration> fixedRate;
  private final Optional<Instant> anchor;
  private final Optional<Duration> fixedDelay;

  /** Reads the settings, and reports each that is wrong by itself. */
  ScheduleReader(Section job) {
    this.job = job;
    cron = job.text("cron", "a cron expression", text -> true);
    zone = zone(job);
    gap = job.choice("gap", GapPolicy.class).orElse(GapPolicy.SHIFT);
    repeat = job.choice("repeat", RepeatPolicy.class).orElse(RepeatPolicy.FIRST);
    fixedRate = job.duration("fixed-rate", LEAST, JobReader.LONGEST);
    anchor =
        job.parsed(
            "anchor",
            "an instant with its offset, such as 2026-01-01T00:00:00Z",
            text -> OffsetDateTime.parse(text).toInstant());
    fixedDelay = job.duration("fixed-delay", LEAST, JobReader.LONGEST);
  }

  private static Optional<ZoneId> zone(Section job) {
    Optional<String> name = job.text("zone", "the name of a zone", text -> true);
    try {
      return name.map(ZoneId::of);
    } catch (DateTimeException e) {
      job.wrong("zone", ", which is no known zone; " + ZoneHints.of(name.orElseThrow()));
      return Optional.empty();
    }
  }

  /** Puts the settings together, and reports what does not fit together. */
  Optional<Schedule> schedule(Instant now) {
    List<String> kinds = KINDS.keySet().stream().filter(job::has).sorted().toList();
    if (kinds.isEmpty()) {
      job.problems()
          .add(job.path() + " has no schedule: set one of cron, fixed-rate and fixed-delay");
    } else if (kinds.size() > 1) {
      job.problems()
          .add(
              job.path()
                  + " has "
                  + kinds.size()
                  + " schedules, but must have one: "
                  + kinds.stream()
                      .map(kind -> kind + " " + job.origin(kind))
                      .collect(Collectors.joining(", ")));
    } else {
      checkParts(kinds.get(0));
      return build(kinds.get(0)).filter(schedule -> fires(kinds.get(0), schedule, now));
    }
    return Optional.empty();
  }

  private void checkParts(String present) {
    KINDS.forEach(
        (kind, parts) ->
            parts.stream()
                .filter(part -> !kind.equals(present) && job.has(part))
                .forEach(
                    part ->
                        job.wrong(
                            part, ", but has an effect only with " + kind + ", not " + present)));
    require(present, "cron", "zone", "such as Europe/Berlin");
    require(present, "fixed-rate", "anchor", "such as 2026-01-01T00:00:00Z");
  }

  private void require(String present, String kind, String part, String example) {
    if (present.equals(kind) && !job.has(part)) {
      job.wrong(kind, ", but has no " + part + ": set " + job.path(part) + ", " + example);
    }
  }

  private Optional<Schedule> build(String kind) {
    return switch (kind) {
      case "cron" ->
          // Without a zone that can be used the expression is checked all the same.
          cron.flatMap(text -> cron(text, zone.orElse(ZoneOffset.UTC)))
              .filter(schedule -> zone.isPresent());
      case "fixed-rate" -> fixedRate.flatMap(rate -> anchor.map(from -> new FixedRate(from, rate)));
      default -> fixedDelay.map(FixedDelay::new);
    };
  }

  private Optional<Schedule> cron(String expression, ZoneId in) {
    try {
      return Optional.of(new CronSchedule(expression, in, gap, repeat));
    } catch (IllegalArgumentException e) {
      job.refused("cron", e);
      return Optional.empty();
    }
  }

  private boolean fires(String kind, Schedule schedule, Instant now) {
    if (schedule.timetable().filter(t -> t.next(now).isEmpty()).isPresent()) {
      job.wrong(kind, ", which never fires after " + now);
      return false;
    }
    return true;
  }
}
