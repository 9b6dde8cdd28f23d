package io.fencepost.drill.check;

import static io.fencepost.drill.check.Story.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.GroundTruth;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.Kind;
import io.fencepost.ledger.Outcome;
import io.fencepost.ledger.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Histories of faults that do not show in the rule that one would ask first. */
final class HiddenFaultsTest {

  /** First two occurrences of the good story; the third is up to the test. */
  private static Story twoGood() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").enrols().renews(due(9)).stands();
    n1.takesOffice();
    story.until(due(0));
    n1.claims(due(0)).starts().writes().records();
    story.until(due(1));
    n1.claims(due(1)).starts().writes().records();
    story.until(due(2));
    return story;
  }

  @Test
  void s4_aSuccessWithoutAnEffect_isFound() {
    Story story = twoGood();
    story.node("n1").claims(due(2)).starts().records();
    assertThat(story.verdict().brokenRules()).contains("S4");
  }

  @Test
  void s4_aSuccessWithoutAStart_isFound() {
    Story story = twoGood();
    story.node("n1").claims(due(2)).records();
    assertThat(story.verdict().brokenRules()).contains("S4");
  }

  @Test
  void s4_aSuccessWithoutAClaim_isFound() {
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    n1.records(n1.run(Outcome.SUCCEEDED, due(2), due(2), 1, Optional.empty(), "says so"));
    assertThat(story.verdict().brokenRules()).contains("S4");
  }

  @Test
  void s4_anAbandonedOccurrenceThatTookEffect_isFound() {
    Story story = twoGood();
    story.node("n1").claims(due(2)).starts().writes().records(Outcome.ABANDONED, "no result found");
    assertThat(story.verdict().brokenRules()).contains("S4");
  }

  @Test
  void s4_aMissedOccurrenceThatTookEffect_isFound() {
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    n1.claims(due(2)).starts().writes();
    n1.misses(due(2), due(2), 1, "no leader");
    assertThat(story.verdict().brokenRules()).contains("S4");
  }

  @Test
  void s4_anEffectAfterTheDecisionThatItWasNotRun_isFound() {
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    n1.claims(due(2)).starts();
    n1.misses(due(2), due(2), 1, "no leader");
    n1.writes();
    assertThat(story.verdict().brokenRules()).contains("S4");
  }

  @Test
  void s4_twoDecisionsBeyondWhatIsJudged_areFound() {
    Story story = twoGood();
    story.lastDue = 1;
    StoryNode n1 = story.node("n1");
    n1.claims(due(2)).starts().writes().records();
    n1.misses(due(2), due(2), 1, "and again");
    assertThat(story.verdict().brokenRules()).contains("S4");
  }

  @Test
  void s11_aClaimBeforeItsTime_isFound() {
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    n1.claims(due(2)).starts().writes().records();
    n1.claimsAtOnce(due(3), new FenceToken(0, story.order + 1)).starts().writes().records();
    story.lastDue = 3;
    assertThat(story.verdict().brokenRules()).contains("S11");
  }

  @Test
  void noJob_provesNothing() {
    Story story = Story.good();
    DrillFacts all = story.facts();
    DrillFacts none =
        new DrillFacts(
            all.drill(),
            List.of(),
            List.of(),
            List.of(),
            all.healedAt(),
            all.judgedUntil(),
            all.decideWithin(),
            1,
            List.of());
    assertThat(
            Checker.judge(
                    new History(List.of()), new GroundTruth(List.of(), Map.of(), List.of()), none)
                .status())
        .isNotEqualTo(Verdict.Status.VALID);
  }

  @Test
  void s1_aTokenThatTheStoreNeverGave_isFound() {
    Story story = twoGood();
    // e.g. the header revision of a refused transaction
    story
        .node("n1")
        .claims(due(2), new FenceToken(0, story.order + 50))
        .starts()
        .writes()
        .records();
    assertThat(story.verdict().brokenRules()).contains("S1");
  }

  @Test
  void s11_aClaimOffScheduleThatNobodyTold_isFound() {
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    n1.claims(due(2).plusMillis(17_000));
    story.events.remove(story.events.size() - 1); // died before it could tell
    story.current = Optional.empty(); // and the next ignores it
    n1.claims(due(2)).starts().writes().records();
    assertThat(story.verdict().brokenRules()).contains("S11");
  }

  @Test
  void s11_aRangeThatEndsOffSchedule_isFound() {
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    n1.misses(due(2), due(2).plusSeconds(30), 1, "no leader");
    assertThat(story.verdict().brokenRules()).contains("S11");
  }

  @Test
  void s9_aClaimUnderASessionThatWasNeverRenewed_isFound() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").enrols().renews(due(9)).stands();
    n1.takesOffice();
    n1.losesLease().enrols(); // a fresh session, no renewal acknowledged at all
    story.until(due(0));
    n1.claims(due(0)).starts().writes().records();
    story.lastDue = 0;
    assertThat(story.verdict().brokenRules()).contains("S9");
  }

  @Test
  void s6_anAcknowledgedRecordOfAnotherOccurrence_isFound() {
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    n1.claims(due(2)).starts().writes();
    RunRecord told = n1.run(Outcome.SUCCEEDED, due(1), due(1), 1, Optional.empty(), "other");
    RunRecord real = n1.run(Outcome.SUCCEEDED, due(2), due(2), 1, Optional.of(n1.token), "real");
    n1.records(real);
    n1.saysRecorded(told);
    assertThat(story.verdict().brokenRules()).contains("S6");
  }

  @Test
  void s6_aClaimThatAnotherProcessMade_isFound() {
    // two processes both say they were granted the one claim
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    StoryNode n2 = story.node("n2").enrols().renews(due(9)).stands();
    n1.claims(due(2));
    n2.tells(
        Draft.of(Kind.CLAIMED)
            .job(Story.JOB)
            .occurrence(due(2))
            .attempt(n1.attempt)
            .token(n1.token)
            .checkedNanos(story.nanos())
            .nonce("another")
            .text("SCHEDULED"));
    n1.starts().writes().records();
    assertThat(story.verdict().brokenRules()).contains("S6");
  }

  @Test
  void s7_aHandlerThatStartsWithoutAClaim_isFound() {
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    n1.claims(due(2)).starts().writes().records();
    // n2 starts a handler of a later occurrence that nobody claimed, under a made-up token
    StoryNode n2 = story.node("n2").enrols().renews(due(9)).stands();
    n2.tells(
        Draft.of(Kind.HANDLER_STARTED)
            .job(Story.JOB)
            .occurrence(due(2))
            .attempt(7)
            .token(new FenceToken(0, story.order + 1))
            .checkedNanos(story.nanos()));
    assertThat(story.verdict().brokenRules()).contains("S7");
  }

  @Test
  void s6_aStepThatIsTriedAgainAndRefused_isAllowed() {
    // user transaction written twice by one run: first committed, second refused as stale
    Story story = twoGood();
    StoryNode n1 = story.node("n1");
    StoryNode n2 = story.node("n2").enrols().renews(due(9)).stands();
    n1.claims(due(2)).starts().audits();
    n2.takesOffice().claims(due(2)).starts();
    n1.tries("audit").isAnswered("audit", Answer.FAIL);
    n2.writes().records();
    assertThat(story.verdict().violations()).isEmpty();
  }
}
