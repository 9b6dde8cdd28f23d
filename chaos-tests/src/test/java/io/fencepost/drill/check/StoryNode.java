package io.fencepost.drill.check;

import io.fencepost.FenceToken;
import io.fencepost.RunReason;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.LedgerChange;
import io.fencepost.drill.history.SinkWrite;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.Outcome;
import io.fencepost.ledger.RunRecord;
import io.fencepost.ledger.TermRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;

/** One process of a {@link Story}. */
final class StoryNode {
  private final Story story;
  private final String name;
  private final UUID process;
  private String candidate = "none";
  private TermRecord term = new TermRecord(0, "nobody", "none", "none");
  Instant occurrence = Instant.EPOCH;
  int attempt;
  FenceToken token = new FenceToken(0, 0);

  StoryNode(Story story, String name) {
    this.story = story;
    this.name = name;
    this.process = UUID.nameUUIDFromBytes(new byte[] {(byte) name.charAt(1)});
  }

  StoryNode tells(Draft draft) {
    story.tell(name, process, draft);
    return this;
  }

  private Draft about(Kind kind) {
    return Draft.of(kind).job(Story.JOB).occurrence(occurrence).attempt(attempt).token(token);
  }

  /** What is done by the deadline, which is looked at now. */
  private Draft checked(Kind kind) {
    return about(kind).checkedNanos(story.nanos());
  }

  StoryNode enrols() {
    return tells(Draft.of(Kind.ENROLLED));
  }

  /** Until then, it may act. */
  StoryNode renews(Instant deadline) {
    return tells(Draft.of(Kind.LEASE_RENEWED).deadlineNanos(Story.nanos(deadline)));
  }

  StoryNode losesLease() {
    return tells(Draft.of(Kind.LEASE_LOST));
  }

  StoryNode stands() {
    candidate = "candidate-" + ++story.order;
    story.ledger.add(new LedgerChange.CandidateStood(story.order, Story.JOB, candidate));
    return tells(Draft.of(Kind.STOOD).job(Story.JOB).text(candidate));
  }

  /** Its session ends, and its candidate with it. */
  StoryNode vanishes() {
    story.ledger.add(new LedgerChange.CandidateGone(++story.order, Story.JOB, candidate));
    return this;
  }

  StoryNode takesOffice() {
    return takesOffice(story.term.number() + 1);
  }

  StoryNode takesOffice(long number) {
    term = new TermRecord(number, name, "process-of-" + name, candidate);
    story.term = term;
    writesState("office-" + number);
    return tells(Draft.of(Kind.TERM_STARTED).job(Story.JOB).term(number).text(candidate));
  }

  private void writesState(String nonce) {
    JobState state =
        new JobState(term, 0, story.cursor, story.current, Optional.empty(), story.records, nonce);
    story.ledger.add(
        new LedgerChange.StateWritten(++story.order, Story.JOB, LedgerJson.write(state)));
  }

  StoryNode claims(Instant at) {
    return claims(at, new FenceToken(0, story.order + 1));
  }

  /** Claims, and takes this for the token. */
  StoryNode claims(Instant at, FenceToken taken) {
    if (story.now.isBefore(at)) {
      story.until(at);
    }
    return claimsAtOnce(at, taken);
  }

  /** Claims, whether it is due or not. */
  StoryNode claimsAtOnce(Instant at, FenceToken taken) {
    CurrentRun claim = claim(at);
    story.current = Optional.of(claim);
    story.cursor = at;
    String nonce = "claim-" + story.order + "-" + story.events.size();
    writesState(nonce);
    token = taken;
    story.current = Optional.of(claim.withToken(token));
    occurrence = at;
    attempt = claim.attempt();
    return tells(checked(Kind.CLAIMED).nonce(nonce).text(claim.reason().name()));
  }

  private CurrentRun claim(Instant at) {
    return story
        .current
        .filter(open -> open.occurrence().toInstant().equals(at))
        .map(open -> open.again(RunReason.RECOVERY, story.now))
        .orElseGet(
            () -> CurrentRun.first(at.atOffset(ZoneOffset.UTC), RunReason.SCHEDULED, story.now));
  }

  StoryNode starts() {
    return tells(checked(Kind.HANDLER_STARTED));
  }

  /** The sinks refuse its claim. */
  StoryNode givesAlarm() {
    return tells(about(Kind.DOMAIN_ALARM));
  }

  /** Starts by a look at the deadline that was some time ago. */
  StoryNode startsAfterPause(Duration pause) {
    Draft draft = checked(Kind.HANDLER_STARTED);
    story.pass(pause);
    return tells(draft);
  }

  StoryNode writes() {
    return audits().effects();
  }

  StoryNode audits() {
    return tries("audit").commits(SinkWrite.Kind.AUDIT, "audit").isAnswered("audit", Answer.OK);
  }

  StoryNode effects() {
    return tries("charge").commits(SinkWrite.Kind.EFFECT, "charge").isAnswered("charge", Answer.OK);
  }

  StoryNode tries(String step) {
    return tells(about(Kind.WRITE_TRIED).step(step));
  }

  StoryNode isAnswered(String step, Answer answer) {
    return tells(about(Kind.WRITE_ANSWERED).step(step).answer(answer));
  }

  StoryNode commits(SinkWrite.Kind kind, String step) {
    story.writes.add(
        new SinkWrite(
            story.writes.size() + 1,
            kind,
            "postgres",
            Story.JOB,
            occurrence,
            step,
            token,
            name,
            process,
            story.now));
    return this;
  }

  StoryNode records() {
    return records(Outcome.SUCCEEDED, "the handler returned");
  }

  StoryNode records(Outcome outcome, String reason) {
    RunRecord run = run(outcome, occurrence, occurrence, 1, Optional.of(token), reason);
    return records(run);
  }

  StoryNode misses(Instant from, Instant to, long count, String reason) {
    return records(run(Outcome.MISSED, from, to, count, Optional.empty(), reason));
  }

  /** Writes the record and says so. */
  StoryNode records(RunRecord run) {
    story.current = Optional.empty();
    story.records++;
    story.cursor = run.to().toInstant();
    writesState("record-" + story.order);
    story.ledger.add(new LedgerChange.RunRecorded(story.order, Story.JOB, LedgerJson.write(run)));
    return saysRecorded(run);
  }

  StoryNode saysRecorded(RunRecord run) {
    return tells(
        Draft.of(Kind.RECORDED)
            .job(Story.JOB)
            .occurrence(run.from().toInstant())
            .text(LedgerJson.write(run)));
  }

  RunRecord run(
      Outcome outcome,
      Instant from,
      Instant to,
      long count,
      Optional<FenceToken> fence,
      String reason) {
    return new RunRecord(
        story.records,
        outcome,
        from.atOffset(ZoneOffset.UTC),
        to.atOffset(ZoneOffset.UTC),
        count,
        attempt,
        fence,
        name,
        reason,
        Optional.empty(),
        story.now,
        Optional.empty());
  }
}
