package io.fencepost.engine;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Carries one job's actions to the backend, the timers and the workers, and their replies back to
 * the engine thread.
 */
final class JobPort implements JobActions {
  private final JobConfig config;
  private final RegisteredJob job;
  private final Backend backend;
  private final Membership membership;
  private final Workers workers;
  private final EnginePorts ports;
  private final Runnable settled;
  private final Map<Timer, Timers.Handle> timers = new EnumMap<>(Timer.class);

  JobPort(
      JobConfig config,
      RegisteredJob job,
      Backend backend,
      Membership membership,
      Workers workers,
      EnginePorts ports,
      Runnable settled) {
    this.config = config;
    this.job = job;
    this.backend = backend;
    this.membership = membership;
    this.workers = workers;
    this.ports = ports;
    this.settled = settled;
  }

  @Override
  public Instant now() {
    return ports.now();
  }

  @Override
  public long nanos() {
    return ports.ticker().nanos();
  }

  @Override
  public long checkedNanos() {
    return membership.checkedNanos();
  }

  @Override
  public void stand(String guid, Consumer<StandOutcome> reply) {
    membership
        .session()
        .ifPresent(
            s ->
                answer(
                    s.stand(config.key(), guid),
                    StandOutcome.Unknown::new,
                    membership.whileThisSession(reply)));
  }

  @Override
  public void look(Candidate candidate, Consumer<QueueOutcome> reply) {
    membership
        .session()
        .ifPresent(
            s ->
                answer(
                    s.look(candidate),
                    QueueOutcome.Unknown::new,
                    membership.whileThisSession(reply)));
  }

  @Override
  public void withdraw(Consumer<WithdrawOutcome> reply) {
    membership
        .session()
        .ifPresent(
            s ->
                answer(
                    s.withdraw(config.key()),
                    WithdrawOutcome.Unknown::new,
                    membership.whileThisSession(reply)));
  }

  @Override
  public void whenRenewed(Runnable task) {
    membership.whenRenewed(task);
  }

  @Override
  public void giveUpSession(String why) {
    membership.lose(why);
  }

  @Override
  public void read(Consumer<ReadOutcome> reply) {
    answer(backend.read(config.key()), ReadOutcome.Failed::new, posted(reply));
  }

  @Override
  public void write(LedgerWrite write, Consumer<WriteOutcome> reply) {
    answer(backend.write(write), WriteOutcome.Unknown::new, posted(reply));
  }

  @Override
  public void runs(Consumer<RunsOutcome> reply) {
    answer(backend.runs(config.key()), RunsOutcome.Failed::new, posted(reply));
  }

  private <T> Consumer<T> posted(Consumer<T> reply) {
    return outcome -> ports.post(() -> reply.accept(outcome));
  }

  /** An adapter that fails where it should answer says nothing about what happened. */
  private static <T> void answer(
      CompletionStage<? extends T> stage, Function<String, T> unknown, Consumer<T> reply) {
    stage.whenComplete(
        (outcome, error) ->
            reply.accept(error == null ? outcome : unknown.apply(error.toString())));
  }

  @Override
  public void trimRuns(String term, long below) {
    if (below > 0) {
      backend.trimRuns(config.key(), term, below);
    }
  }

  @Override
  public void timer(Timer kind, Duration delay, Runnable task) {
    cancel(kind);
    Timers.Handle[] mine = new Timers.Handle[1];
    mine[0] =
        ports.after(
            delay.isNegative() ? Duration.ZERO : delay,
            () -> {
              // One that was replaced or cancelled after it had been posted is ignored.
              if (timers.get(kind) == mine[0]) {
                timers.remove(kind);
                task.run();
              }
            });
    timers.put(kind, mine[0]);
  }

  @Override
  public void cancel(Timer kind) {
    Timers.Handle handle = timers.remove(kind);
    if (handle != null) {
      handle.cancel();
    }
  }

  @Override
  public boolean reserveWorker() {
    return workers.reserve(config.key());
  }

  @Override
  public void giveWorkerBack() {
    workers.giveBack(config.key());
  }

  @Override
  public void start(LiveRun run, RunOrder order, Consumer<RunResult> ended) {
    workers
        .take(config.key())
        .start(
            job,
            run,
            order,
            checkedNanos -> ports.emit(started(run, checkedNanos)),
            result ->
                ports.post(
                    () -> {
                      workers.release();
                      ended.accept(result);
                    }));
  }

  private SchedulerEvent started(LiveRun run, long checkedNanos) {
    return new SchedulerEvent.HandlerStarted(
        ports.now(),
        run.context.occurrence(),
        run.context.attempt(),
        run.context.fence(),
        checkedNanos);
  }

  @Override
  public void emit(SchedulerEvent event) {
    ports.emit(event);
  }

  @Override
  public String nonce() {
    return ports.nonce();
  }

  @Override
  public double random() {
    return ports.random();
  }

  @Override
  public void settled() {
    settled.run();
  }
}
