package io.fencepost.sample.demo;

import io.fencepost.JobKey;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.RunRecord;
import io.fencepost.sample.BusinessDays;
import io.fencepost.schedule.CronSchedule;
import io.fencepost.schedule.Timetable;
import io.fencepost.spi.Backend;
import io.fencepost.spi.RunsOutcome;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the demo left behind, from the database and the ledger alone: nothing that a replica says of
 * itself counts.
 *
 * @param due occurrences from the first to the last that the ledger decides
 * @param settled occurrences for which each merchant has one settlement and the day is closed once
 * @param twice merchants and days that have more than one row
 * @param lost occurrences without a result
 * @param unexplained occurrences that the ledger does not decide exactly once
 */
record Audit(
    int due, int settled, List<String> twice, List<String> lost, List<String> unexplained) {
  boolean passed() {
    return due > 0 && settled == due && twice.isEmpty() && lost.isEmpty() && unexplained.isEmpty();
  }

  static Audit of(String jdbcUrl, Backend backend, Instant from) {
    List<RunRecord> records = records(backend);
    List<Instant> due = due(records);
    List<String> twice = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    List<String> unexplained = new ArrayList<>();
    Map<LocalDate, Integer> settlements =
        count(jdbcUrl, "SELECT day, merchant FROM settlement", twice);
    Map<LocalDate, Integer> closings = count(jdbcUrl, "SELECT day, 'day' FROM closed_day", twice);
    int settled = 0;
    for (Instant occurrence : due) {
      LocalDate day =
          BusinessDays.BEFORE_THE_FIRST.plusDays(
              Duration.between(from, occurrence).dividedBy(DemoCluster.EVERY));
      long decisions = records.stream().filter(r -> decides(r, occurrence)).count();
      if (decisions != 1) {
        unexplained.add(occurrence + " has " + decisions + " decisions");
      }
      if (settlements.getOrDefault(day, 0) == DemoCluster.MERCHANTS
          && closings.getOrDefault(day, 0) == 1) {
        settled++;
      } else if (settlements.getOrDefault(day, 0) < DemoCluster.MERCHANTS
          || !closings.containsKey(day)) {
        lost.add(occurrence + " (" + day + ")");
      }
    }
    return new Audit(due.size(), settled, twice, lost, unexplained);
  }

  private static boolean decides(RunRecord run, Instant occurrence) {
    return run.outcome().decided() && run.covers(occurrence);
  }

  private static List<Instant> due(List<RunRecord> records) {
    Optional<Instant> first =
        records.stream().map(r -> r.from().toInstant()).min(Instant::compareTo);
    Optional<Instant> last =
        records.stream()
            .filter(r -> r.outcome().decided())
            .map(r -> r.to().toInstant())
            .max(Instant::compareTo);
    if (first.isEmpty() || last.isEmpty()) {
      return List.of();
    }
    Timetable timetable =
        CronSchedule.of("*/" + DemoCluster.EVERY.toSeconds() + " * * * * *", ZoneId.of("UTC"))
            .timetable()
            .orElseThrow();
    List<Instant> due = new ArrayList<>();
    Instant at = first.get();
    while (!at.isAfter(last.get())) {
      due.add(at);
      at = timetable.next(at).orElseThrow().toInstant();
    }
    return due;
  }

  private static List<RunRecord> records(Backend backend) {
    RunsOutcome outcome = backend.runs(JobKey.of("daily-settlement")).toCompletableFuture().join();
    if (outcome instanceof RunsOutcome.Listed listed) {
      return listed.runs().stream().map(entry -> LedgerJson.readRun(entry.json())).toList();
    }
    throw new IllegalStateException("the ledger cannot be read: " + outcome);
  }

  /** Rows of each day; what stands there more than once is added to {@code twice}. */
  private static Map<LocalDate, Integer> count(String jdbcUrl, String query, List<String> twice) {
    Map<LocalDate, Integer> perDay = new HashMap<>();
    Map<String, Integer> perRow = new HashMap<>();
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        LocalDate day = rows.getObject(1, LocalDate.class);
        perDay.merge(day, 1, Integer::sum);
        perRow.merge(rows.getString(2) + " on " + day, 1, Integer::sum);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the results cannot be read", e);
    }
    perRow.forEach(
        (row, times) -> {
          if (times > 1) {
            twice.add(row + ": " + times + " times");
          }
        });
    return perDay;
  }
}
