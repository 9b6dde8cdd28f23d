package io.fencepost.drill.workload;

import io.fencepost.Job;
import io.fencepost.RunContext;
import io.fencepost.StaleFenceException;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.SinkWrite;
import io.fencepost.jdbc.JdbcSink;
import io.fencepost.jdbc.OnceResult;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The job: a guarded audit row, then an effect inside {@code once}, each in a transaction of its
 * own and each told to the history before and after.
 */
final class SettlementJob implements Job {
  private static final String AUDIT = "audit";
  private static final String EFFECT = "effect";

  private final JdbcSink sink;
  private final DataSource database;
  private final Steps steps;
  private final HistoryWriter history;

  SettlementJob(JdbcSink sink, DataSource database, Steps steps, HistoryWriter history) {
    this.sink = sink;
    this.database = database;
    this.steps = steps;
    this.history = history;
  }

  /** Writes inside a transaction, and says in a word how. */
  private interface Write {
    String in(Connection transaction) throws SQLException;
  }

  @Override
  public void run(RunContext held) throws SQLException {
    RunContext run = new HeedlessRun(held);
    steps.reach(Step.BEFORE_WRITE, run);
    write(run, AUDIT, transaction -> audit(transaction, run));
    write(run, EFFECT, transaction -> effect(transaction, run));
    steps.reach(Step.AFTER_COMMIT, run);
  }

  private String audit(Connection transaction, RunContext run) throws SQLException {
    sink.guard(transaction, run);
    AuditTable.insert(transaction, run, SinkWrite.Kind.AUDIT, AUDIT, history.process());
    steps.reach(Step.IN_WRITE, run);
    return "written";
  }

  private String effect(Connection transaction, RunContext run) throws SQLException {
    OnceResult result =
        sink.onceIn(
            transaction,
            run,
            "",
            work -> AuditTable.insert(work, run, SinkWrite.Kind.EFFECT, EFFECT, history.process()));
    return result instanceof OnceResult.AlreadyThere ? "found" : "written";
  }

  private void write(RunContext run, String step, Write work) throws SQLException {
    history.write(Draft.of(Kind.WRITE_TRIED, run).step(step));
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      String how = work.in(connection);
      connection.commit();
      answered(run, step, Answer.OK, how);
    } catch (StaleFenceException e) {
      answered(run, step, Answer.FAIL, "stale: " + e.getMessage());
      throw e;
    } catch (SQLException | RuntimeException e) {
      answered(run, step, Answer.INFO, e.toString());
      throw e;
    }
  }

  private void answered(RunContext run, String step, Answer answer, String text) {
    history.write(Draft.of(Kind.WRITE_ANSWERED, run).step(step).answer(answer).text(text));
  }
}
