package io.fencepost.jdbc;

import io.fencepost.RunContext;
import io.fencepost.StaleFenceException;
import io.fencepost.jdbc.Transactions.Guarded;
import io.fencepost.time.Ticker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what became of a COMMIT whose reply was lost. Reading the key is not enough, since the
 * commit may still be on its way. But its transaction holds the guard's lock: who gets the lock
 * after it, under whatever token, knows that it has ended, and what is there then is final.
 */
final class Resolver {
  private static final Logger log = LoggerFactory.getLogger(Resolver.class);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final String sink;
  private final Transactions transactions;
  private final Duration bound;
  private final Ticker ticker;
  private final Pause pause;

  Resolver(String sink, Transactions transactions, Duration bound, Ticker ticker, Pause pause) {
    this.sink = sink;
    this.transactions = transactions;
    this.bound = bound;
    this.ticker = ticker;
    this.pause = pause;
  }

  /** Waits a little between two tries; returns at once if the thread is interrupted. */
  @FunctionalInterface
  interface Pause {
    void pause(Duration duration);
  }

  /**
   * The row that is there now, or empty if the lost commit did not happen.
   *
   * @throws StaleFenceException if it did not happen, and the run has been superseded since
   * @throws UnknownOutcomeException if the database gave no answer within the bound
   */
  Optional<StoredRow> resolve(RunContext run, ResultRow row, Exception lost) {
    long start = ticker.nanos();
    while (true) {
      try {
        Optional<StoredRow> found = look(run, row);
        log.info(
            "job={} occurrence={} fence={} node={} the reply to a commit was lost: {}",
            run.job(),
            run.occurrence(),
            run.fence(),
            run.node(),
            found.isPresent() ? "it had been committed" : "nothing had been committed");
        return found;
      } catch (StaleFenceException e) {
        e.addSuppressed(lost);
        throw e;
      } catch (RuntimeException e) {
        // Whatever it is, also a pool that fails in a way of its own: still nobody knows.
        lost.addSuppressed(e);
      }
      if (Thread.currentThread().isInterrupted() || ticker.nanos() - start >= bound.toNanos()) {
        throw unknown(run, row, lost);
      }
      pause.pause(PAUSE);
    }
  }

  private Optional<StoredRow> look(RunContext run, ResultRow row) {
    try (Guarded guarded = transactions.guard(run, Transactions.newNonce())) {
      Optional<StoredRow> found =
          transactions.database(guarded.connection()).find(guarded.connection(), row);
      if (found.isEmpty() && guarded.mark().isPresent()) {
        throw new StaleFenceException(sink, run.occurrence(), run.fence(), guarded.mark().get());
      }
      return found;
    } catch (SQLException e) {
      throw SqlErrors.of(sink, run, "read its results", e);
    }
  }

  private UnknownOutcomeException unknown(RunContext run, ResultRow row, Exception lost) {
    return new UnknownOutcomeException(
        sink,
        run.occurrence(),
        SqlErrors.who(run)
            + ": sink '"
            + sink
            + "' lost the reply to a commit"
            + (row.step().isEmpty() ? "" : " of step '" + row.step() + "'")
            + " and could not find out within "
            + bound
            + " whether it took effect",
        lost);
  }
}
