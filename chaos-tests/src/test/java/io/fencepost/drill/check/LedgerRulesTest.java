package io.fencepost.drill.check;

import static io.fencepost.drill.check.Story.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.RunReason;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.Kind;
import io.fencepost.ledger.Outcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** S1, S4, S5, S6, S8, S11: what the ledger holds. */
final class LedgerRulesTest {
  @Test
  void s1_twoClaimsUnderOneToken_areFound() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").stands().takesOffice();
    FenceToken candidates = new FenceToken(0, 7);
    n1.claims(due(0), candidates).starts().writes().records();
    n1.claims(due(1), candidates).starts().writes().records();
    story.lastDue = 1;
    assertThat(story.verdict().brokenRules()).containsExactlyInAnyOrder("S1", "S10");
  }

  @Test
  void s1_aTokenBelowAnEarlierOne_isFound() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").stands().takesOffice();
    n1.claims(due(0), new FenceToken(0, 7)).starts().writes().records();
    n1.claims(due(1), new FenceToken(0, 6)).starts().writes().records();
    story.lastDue = 1;
    assertThat(story.verdict().brokenRules()).containsExactlyInAnyOrder("S1", "S2", "S10");
  }

  @Test
  void s1_aHigherEpoch_isAllowed() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").stands().takesOffice();
    n1.claims(due(0)).starts().writes().records();
    n1.claims(due(1), new FenceToken(1, story.order + 1)).starts().writes().records();
    story.lastDue = 1;
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void s4_anOccurrenceThatNobodyDecided_isFound_asIsItsLateness() {
    Story story = Story.good();
    story.lastDue = 3;
    assertThat(story.verdict().brokenRules()).containsExactlyInAnyOrder("S4", "L2");
  }

  @Test
  void s4_twoResultsOfOneOccurrence_areFound() {
    Story story = Story.good();
    story.node("n2").records();
    assertThat(story.verdict().brokenRules()).containsExactly("S4");
    assertThat(story.verdict().violations().get(0).evidence()).hasSize(2);
  }

  @Test
  void s4_aResultInsideARangeOfNonRuns_isFound() {
    Story story = Story.good();
    story.node("n2").misses(due(1), due(2), 2, "no leader");
    assertThat(story.verdict().brokenRules()).containsExactly("S4");
  }

  @Test
  void s4_aNonRunWithoutAReason_isFound() {
    Story story = Story.good();
    story.until(due(3)).node("n2").misses(due(3), due(3), 1, " ");
    story.lastDue = 3;
    assertThat(story.verdict().brokenRules()).containsExactly("S4");
  }

  @Test
  void s4_aRangeOfReasonedNonRuns_isADecisionOnEachOfThem() {
    Story story = Story.good();
    story.until(due(4)).pass(java.time.Duration.ofSeconds(1));
    story.node("n2").misses(due(4), due(4), 1, "no leader");
    story.node("n2").misses(due(3), due(3), 1, "no leader");
    story.lastDue = 4;
    // The third was decided a minute after it came due, which is beyond this story's bound.
    assertThat(story.verdict().brokenRules()).containsExactly("L2");
  }

  @Test
  void s4_attemptsThatOthersFollow_areNoDecisions() {
    Story story = Story.good();
    story.until(due(3)).node("n2").claims(due(3)).starts();
    story.node("n2").records(Outcome.ATTEMPT_FAILED, "the handler threw");
    story.node("n2").claims(due(3)).starts().writes().records();
    story.lastDue = 3;
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void s5_aClaimAfterTheCandidateWasGone_isFound() {
    Story story = Story.good();
    StoryNode n2 = story.node("n2").vanishes();
    story.until(due(3));
    n2.claims(due(3)).starts().writes().records();
    assertThat(story.verdict().brokenRules()).containsExactly("S5");
    assertThat(story.verdict().violations().get(0).evidence().get(0)).contains("CandidateGone");
  }

  @Test
  void s5_aClaimOfATermThatIsOver_isFound_asIsTheOverlap() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").stands().takesOffice();
    story.node("n2").stands().takesOffice();
    n1.claims(due(0)).starts().writes().records();
    story.lastDue = 0;
    assertThat(story.verdict().brokenRules()).containsExactlyInAnyOrder("S5", "S8");
  }

  @Test
  void s6_aRecordThatIsNotInTheLedger_isFound() {
    Story story = Story.good();
    StoryNode n2 = story.node("n2");
    n2.saysRecorded(
        n2.run(Outcome.FAILED, due(2), due(2), 1, Optional.of(n2.token), "the handler threw"));
    assertThat(story.verdict().brokenRules()).containsExactly("S6");
  }

  @Test
  void s6_aGrantedClaimThatIsNotInTheLedger_isFound() {
    Story story = Story.good();
    story
        .node("n2")
        .tells(
            Draft.of(Kind.CLAIMED)
                .job(Story.JOB)
                .occurrence(due(2))
                .attempt(2)
                .token(new FenceToken(0, 9_999))
                .nonce("never")
                .text("RETRY"));
    assertThat(story.verdict().brokenRules()).containsExactly("S6");
  }

  @Test
  void s8_oneTermOfTwoCandidates_isFound() {
    Story story = new Story();
    story.node("n1").stands().takesOffice(1);
    StoryNode n2 = story.node("n2").stands().takesOffice(1);
    n2.claims(due(0)).starts().writes().records();
    story.lastDue = 0;
    assertThat(story.verdict().brokenRules()).containsExactly("S8");
  }

  @Test
  void s11_anInstantThatTheScheduleDoesNotHave_isFound() {
    Story story = Story.good();
    story.until(due(3));
    story.node("n2").claims(due(3).plusSeconds(1)).starts().writes().records();
    assertThat(story.verdict().brokenRules()).containsExactly("S11");
  }

  @Test
  void s11_aRangeThatCountsWrong_isFound() {
    Story story = Story.good();
    story.until(due(3)).node("n2").misses(due(3), due(3), 2, "no leader");
    assertThat(story.verdict().brokenRules()).containsExactly("S11");
  }

  @Test
  void s11_aManualRun_mayHaveAnyInstant() {
    Story story = Story.good();
    StoryNode n2 = story.node("n2");
    n2.claims(due(2).plusSeconds(7));
    story.events.remove(story.events.size() - 1);
    n2.tells(
        Draft.of(Kind.CLAIMED)
            .job(Story.JOB)
            .occurrence(n2.occurrence)
            .attempt(1)
            .token(n2.token)
            .text(RunReason.MANUAL.name()));
    n2.starts().writes().records();
    assertThat(story.verdict().violations()).isEmpty();
  }
}
