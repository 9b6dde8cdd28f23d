package io.fencepost.jdbc;

import static java.util.Objects.requireNonNull;

import io.fencepost.FenceToken;
import io.fencepost.FencedSink;
import io.fencepost.FencepostException;
import io.fencepost.RunContext;
import io.fencepost.SchedulerSettings;
import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import io.fencepost.jdbc.Transactions.Guarded;
import io.fencepost.time.Ticker;
import java.sql.Connection;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A relational database that refuses stale fence tokens. Every write goes through a guard: the
 * transaction raises the job's mark to the run's token, or fails with {@link StaleFenceException}
 * if the mark is higher. Any SQL in that transaction is protected; no table of yours needs a
 * column.
 *
 * <p>{@link #once(RunContext, TransactionWork)} adds a key, so that an occurrence (or a step of it)
 * is written once at most, however many runs there are. {@link #guarded} writes without a key: it
 * cannot go back in time, but a second run repeats it.
 *
 * <p>Transactions of one job and shard follow one another, since each holds the guard's row until
 * it ends. A step that waits for another longer than the lock timeout fails.
 *
 * <p><b>A paused holder</b> may hold that row. A successor waits for it for at most twice the lock
 * timeout, then fails and may try again. How long the row can stay locked after the holder's last
 * statement:
 *
 * <ul>
 *   <li>PostgreSQL: the idle timeout ({@code idle_in_transaction_session_timeout}), which the
 *       server itself keeps.
 *   <li>MySQL, MariaDB: the idle timeout in whole seconds ({@code wait_timeout}), the same way.
 *   <li>H2: as long as the holder's connection lives. Use it for tests and single processes.
 * </ul>
 *
 * Both timeouts are set for the sink's own transactions and taken back at their end: one more round
 * trip on PostgreSQL, two elsewhere. MySQL, MariaDB and H2 take another two to notice that a
 * statement of the work has committed. Inside a transaction of yours ({@link #guard}, {@link
 * #onceIn}) it is for you to set the named ones, and {@code lock_timeout}, {@code
 * innodb_lock_wait_timeout} or {@code LOCK_TIMEOUT}, below the lease. A transaction that does
 * something else for longer than the idle timeout between two statements is ended by the server,
 * and its commit fails.
 *
 * <p>A connection that hangs is the driver's to notice: set its socket timeout, or a commit on a
 * dead network waits for as long as the operating system does.
 *
 * <p>Right at every isolation level. Where the level makes a guard fail because of a concurrent
 * transaction of the job, the sink begins anew; in a transaction of yours it throws.
 *
 * <p>Safe for use from many threads.
 */
public final class JdbcSink implements FencedSink {
  private final String name;
  private final DataSource dataSource;
  private final Limits limits;
  private final Ticker ticker;
  private final Transactions transactions;
  private final Writer writer;

  JdbcSink(
      String name,
      DataSource dataSource,
      @Nullable Dialect dialect,
      Limits limits,
      Ticker ticker,
      Resolver.Pause pause) {
    this.name = name;
    this.dataSource = dataSource;
    this.limits = limits;
    this.ticker = ticker;
    this.transactions = new Transactions(name, dataSource, dialect, limits, ticker);
    this.writer =
        new Writer(
            name, transactions, new Resolver(name, transactions, limits.resolve(), ticker, pause));
  }

  /**
   * A sink over these connections, with every default: for a scheduler whose lease is the default
   * of 10 s or longer. With a shorter one, state it ({@link JdbcSinkBuilder#lease}).
   */
  public static JdbcSink over(DataSource dataSource) {
    return builder(dataSource).build();
  }

  public static JdbcSinkBuilder builder(DataSource dataSource) {
    return new JdbcSinkBuilder(requireNonNull(dataSource, "dataSource is null"));
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * Checks that the database can be reached and has the tables: for the start of an application.
   *
   * @throws FencepostException if not, saying what to do
   */
  public void check() {
    new DatabaseCheck("sink '" + name + "'", dataSource, ticker)
        .run(
            connection -> {
              transactions.database(connection);
              JdbcSchema.probe(connection);
            });
  }

  /**
   * Also checks that the timeouts stay below the scheduler's lease.
   *
   * @throws FencepostException if not, naming the setting
   */
  @Override
  public void check(SchedulerSettings settings) {
    limits.requireBelow(settings.lease(), name);
    check();
  }

  @Override
  public void seal(RunContext run) {
    SqlErrors.told(
        name,
        run,
        "raise its guard",
        () -> {
          try (Guarded guarded = transactions.begin(run, Transactions.newNonce())) {
            guarded.transaction().commit();
          }
        });
  }

  /** Counts the results of the occurrence, and leaves the guard raised. */
  @Override
  public StoredResult find(RunContext run) {
    return SqlErrors.told(
        name,
        run,
        "count its results",
        () -> {
          try (Guarded guarded = transactions.begin(run, Transactions.newNonce())) {
            Connection connection = guarded.connection();
            StoredResult found = transactions.database(connection).count(connection, run);
            guarded.transaction().commit();
            return found;
          }
        });
  }

  /**
   * Writes the result of the whole occurrence, once: {@link #find} then calls it complete.
   *
   * @see #once(RunContext, String, TransactionWork)
   */
  public <X extends Exception> OnceResult once(RunContext run, TransactionWork<X> work) throws X {
    return once(run, "", work);
  }

  /**
   * Commits what the work writes together with the key of this occurrence and step, unless the key
   * is there already; then the work does not run. The step {@code ""} is the whole occurrence.
   *
   * <p>If the reply to the commit is lost, the key is read back behind the guard's lock.
   *
   * <p>Inside the work, write further steps with {@link #onceIn} on its connection: another {@code
   * once} of the job would wait for this one.
   *
   * @param step at most 200 characters, without blanks around them and control characters, unique
   *     within the occurrence: a merchant, an account. Upper and lower case are distinct
   * @throws X from the work; nothing is kept
   * @throws StaleFenceException if the run was superseded; nothing is kept
   * @throws io.fencepost.LeaseLostException if the run must stop; nothing is kept
   * @throws UnknownOutcomeException if the reply to the commit was lost and the database could not
   *     be asked
   * @throws FencepostException if the database failed; nothing is kept
   * @throws IllegalArgumentException if the step cannot be stored
   */
  public <X extends Exception> OnceResult once(RunContext run, String step, TransactionWork<X> work)
      throws X {
    requireNonNull(work, "work is null");
    return writer.once(
        run, ResultRow.of(run, step, Transactions.newNonce()), KeptWork.silent(work));
  }

  /**
   * {@link #once(RunContext, String, TransactionWork)}, keeping the text that the work returns
   * beside the key.
   *
   * @throws IllegalArgumentException if the text is too long; nothing is kept
   */
  public <X extends Exception> OnceResult onceReturning(
      RunContext run, String step, ResultWork<X> work) throws X {
    requireNonNull(work, "work is null");
    return writer.once(
        run, ResultRow.of(run, step, Transactions.newNonce()), KeptWork.returning(work));
  }

  /**
   * Commits what the work writes if the run is not stale. There is no key, so a later attempt
   * writes again, and a lost reply cannot be resolved.
   *
   * @throws X from the work; nothing is kept
   * @throws StaleFenceException if the run was superseded; nothing is kept
   * @throws io.fencepost.LeaseLostException if the run must stop; nothing is kept
   * @throws UnknownOutcomeException if the reply to the commit was lost
   * @throws FencepostException if the database failed; nothing is kept
   */
  public <X extends Exception> void guarded(RunContext run, TransactionWork<X> work) throws X {
    requireNonNull(work, "work is null");
    writer.guarded(run, KeptWork.silent(work));
  }

  /**
   * Raises the guard inside a transaction of yours. Call it first: it then cannot deadlock with
   * another run, and waits before it holds anything. Call {@link RunContext#checkHeld} before you
   * commit.
   *
   * <p>If it throws, the transaction cannot be committed, also if the exception is caught: it is
   * rolled back and its connection closed. The other way round it is for you: after an SQL error do
   * not go on. MySQL undoes the whole transaction on a deadlock, and with it the guard, and what
   * follows would be a transaction without one. DDL, which commits on MySQL, MariaDB and H2, and a
   * return to a savepoint from before the guard have the same effect.
   *
   * @param connection with autocommit off, on the database of this sink
   * @throws StaleFenceException if the run was superseded
   * @throws FencepostException if the database failed
   * @throws IllegalStateException if the connection is in autocommit mode
   */
  public void guard(Connection connection, RunContext run) {
    try {
      Optional<FencedTransaction> around = around(connection, run);
      raise(connection, run, around, nonceIn(around));
    } catch (RuntimeException e) {
      throw Doom.of(connection, e);
    }
  }

  private void raise(
      Connection connection, RunContext run, Optional<FencedTransaction> around, String nonce) {
    requireTransaction(connection, run);
    around.ifPresent(FencedTransaction::requireHeld);
    Optional<FenceToken> mark =
        SqlErrors.told(
            name,
            run,
            "raise its guard",
            () -> transactions.database(connection).raise(connection, run, nonce));
    if (mark.isPresent()) {
      throw new StaleFenceException(name, run.occurrence(), run.fence(), mark.get());
    }
  }

  /** The piece of work that this connection was handed to. */
  private Optional<FencedTransaction> around(Connection connection, RunContext run) {
    return SqlErrors.told(
        name,
        run,
        "use the connection",
        () ->
            connection.isWrapperFor(FencedTransaction.class)
                ? Optional.of(connection.unwrap(FencedTransaction.class))
                : Optional.empty());
  }

  /** Inside a piece of work the transaction has a nonce already, which its end looks for. */
  private static String nonceIn(Optional<FencedTransaction> around) {
    return around.map(FencedTransaction::nonce).orElseGet(Transactions::newNonce);
  }

  /**
   * {@link #once(RunContext, String, TransactionWork)} inside a transaction of yours, which you
   * commit. It includes the {@link #guard}, and like it leaves nothing to commit when it throws;
   * that goes for an exception of the work too.
   *
   * @throws IllegalStateException if the connection is in autocommit mode, or that of a piece of
   *     work that writes this very step
   */
  public <X extends Exception> OnceResult onceIn(
      Connection connection, RunContext run, String step, TransactionWork<X> work) throws X {
    requireNonNull(work, "work is null");
    return joined(connection, run, step, KeptWork.silent(work));
  }

  /** {@link #onceIn}, keeping the text that the work returns beside the key. */
  public <X extends Exception> OnceResult onceInReturning(
      Connection connection, RunContext run, String step, ResultWork<X> work) throws X {
    requireNonNull(work, "work is null");
    return joined(connection, run, step, KeptWork.returning(work));
  }

  private <X extends Exception> OnceResult joined(
      Connection connection, RunContext run, String step, KeptWork<X> work) throws X {
    try {
      Optional<FencedTransaction> around = around(connection, run);
      String nonce = nonceIn(around);
      ResultRow row = ResultRow.of(run, step, nonce);
      around.ifPresent(outer -> requireNotWriting(outer, run, row));
      raise(connection, run, around, nonce);
      return writer.write(connection, run, row, work);
    } catch (Throwable e) {
      // The key may be in the transaction without its work: also who catches this must not commit.
      Doom.of(
          connection,
          e instanceof RuntimeException reason
              ? reason
              : new FencepostException(SqlErrors.who(run) + ": the work failed", e));
      throw e;
    }
  }

  /** Its key is there already and its work is not: that is no earlier result. */
  private void requireNotWriting(FencedTransaction outer, RunContext run, ResultRow row) {
    if (SqlErrors.told(name, run, "use the connection", () -> outer.isWriting(row))) {
      throw new IllegalStateException(
          SqlErrors.who(run)
              + ": step '"
              + row.step()
              + "' is being written by the work around this one: give the inner one a step of its"
              + " own, or write without onceIn");
    }
  }

  private void requireTransaction(Connection connection, RunContext run) {
    boolean autoCommit =
        SqlErrors.told(name, run, "read the autocommit mode", connection::getAutoCommit);
    if (autoCommit) {
      throw new IllegalStateException(
          SqlErrors.who(run)
              + ": the connection is in autocommit mode, so the guard would not protect what"
              + " follows it: call setAutoCommit(false) first, or let JdbcSink.once or guarded"
              + " begin the transaction");
    }
  }
}
