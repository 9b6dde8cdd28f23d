package io.fencepost.drill.history;

import static java.util.Objects.requireNonNull;

import io.fencepost.FenceToken;
import io.fencepost.Occurrence;
import io.fencepost.RunContext;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** What happened, before a {@link HistoryWriter} adds who and when. Not thread-safe. */
public final class Draft {
  private final Kind kind;
  private Answer answer = Answer.OK;
  private Optional<String> job = Optional.empty();
  private Optional<Instant> occurrence = Optional.empty();
  private int attempt;
  private Optional<FenceToken> token = Optional.empty();
  private Optional<String> nonce = Optional.empty();
  private OptionalLong term = OptionalLong.empty();
  private Optional<String> step = Optional.empty();
  private OptionalLong deadlineNanos = OptionalLong.empty();
  private OptionalLong checkedNanos = OptionalLong.empty();
  private String text = "";

  private Draft(Kind kind) {
    this.kind = requireNonNull(kind, "kind is null");
  }

  public static Draft of(Kind kind) {
    return new Draft(kind);
  }

  /** Something about a run. */
  public static Draft of(Kind kind, RunContext run) {
    return of(kind).occurrence(run.occurrence()).attempt(run.attempt()).token(run.fence());
  }

  public Draft answer(Answer value) {
    answer = value;
    return this;
  }

  public Draft job(String value) {
    job = Optional.of(value);
    return this;
  }

  public Draft occurrence(Occurrence value) {
    occurrence = Optional.of(value.instant());
    return job(value.job().toString());
  }

  public Draft occurrence(Instant value) {
    occurrence = Optional.of(value);
    return this;
  }

  public Draft attempt(int value) {
    attempt = value;
    return this;
  }

  public Draft token(FenceToken value) {
    token = Optional.of(value);
    return this;
  }

  public Draft nonce(String value) {
    nonce = Optional.of(value);
    return this;
  }

  public Draft term(long value) {
    term = OptionalLong.of(value);
    return this;
  }

  public Draft step(String value) {
    step = Optional.of(value);
    return this;
  }

  public Draft deadlineNanos(long value) {
    deadlineNanos = OptionalLong.of(value);
    return this;
  }

  public Draft checkedNanos(long value) {
    checkedNanos = OptionalLong.of(value);
    return this;
  }

  public Draft text(String value) {
    text = requireNonNull(value, "value is null");
    return this;
  }

  /** Adds who and when. */
  public HistoryEvent stamped(String node, UUID process, Instant wall, long nanos) {
    return new HistoryEvent(
        node,
        process,
        wall,
        nanos,
        kind,
        answer,
        job,
        occurrence,
        attempt,
        token,
        nonce,
        term,
        step,
        deadlineNanos,
        checkedNanos,
        text);
  }
}
