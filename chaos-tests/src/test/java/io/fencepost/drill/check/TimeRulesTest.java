package io.fencepost.drill.check;

import static io.fencepost.drill.check.Story.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.drill.check.DrillFacts.Takeover;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** S9, L1, L2, L3: what happens too late, or too often. */
final class TimeRulesTest {
  @Test
  void s9_aClaimAfterTheLeaseWasLost_isFound() {
    Story story = Story.good();
    StoryNode n2 = story.node("n2").losesLease();
    story.until(due(3));
    n2.claims(due(3));
    assertThat(story.verdict().brokenRules()).containsExactly("S9");
  }

  @Test
  void s9_aHandlerThatStartsAfterTheLeaseWasLost_isFound() {
    Story story = Story.good();
    story.until(due(3));
    story.node("n2").claims(due(3)).losesLease().starts();
    assertThat(story.verdict().brokenRules()).containsExactly("S9");
  }

  @Test
  void s9_aClaimUnderANewSession_isAllowed() {
    Story story = Story.good();
    StoryNode n2 = story.node("n2").losesLease().enrols().renews(due(9)).stands().takesOffice();
    story.until(due(3));
    n2.claims(due(3)).starts().writes().records();
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void s9_aClaimAfterTheRecordedDeadline_isFound_thoughTheLossWasNeverNoticed() {
    Story story = Story.good();
    StoryNode n2 = story.node("n2").renews(due(3));
    story.until(due(3));
    n2.claims(due(3)).renews(due(4)).starts().writes().records();
    assertThat(story.verdict().brokenRules()).containsExactly("S9");
    assertThat(story.verdict().violations().get(0).says())
        .isEqualTo("the process went on 100 ms after its last recorded deadline");
  }

  @Test
  void s9_aHandlerThatStartsAfterTheRecordedDeadline_isFound() {
    Story story = Story.good();
    story.until(due(3));
    StoryNode n2 = story.node("n2").renews(story.now.plusMillis(300));
    n2.claims(due(3));
    story.pass(Duration.ofSeconds(1));
    n2.starts().renews(due(5)).writes().records();
    assertThat(story.verdict().brokenRules()).containsExactly("S9");
  }

  @Test
  void s9_anEarlierDeadlineOfAnotherProcess_isAllowed() {
    Story story = Story.good();
    story.node("n1").renews(story.now);
    story.until(due(3));
    story.node("n2").claims(due(3)).starts().writes().records();
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void s9_aStartThatIsToldAfterTheDeadlineItWasCheckedBy_isAllowed() {
    Story story = Story.good();
    story.until(due(3));
    StoryNode n2 = story.node("n2").renews(story.now.plusSeconds(1));
    n2.claims(due(3)).startsAfterPause(Duration.ofSeconds(5)).writes().records();
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void l1_aSuccessorBeyondTheBound_isFound() {
    Story story = Story.good();
    story.until(due(3));
    story.mostLeaderChanges = 2;
    story.fault("n2", Takeover.REQUIRED, Duration.ofSeconds(5));
    story.pass(Duration.ofSeconds(6));
    story.node("n1").stands().takesOffice();
    assertThat(story.verdict().brokenRules()).containsExactly("L1");
  }

  @Test
  void l1_noSuccessorAtAll_isFound() {
    Story story = Story.good();
    story.fault("n2", Takeover.REQUIRED, Duration.ofSeconds(5));
    assertThat(story.verdict().brokenRules()).containsExactly("L1");
  }

  @Test
  void l1_theSameNodeAgain_isNoSuccessor() {
    Story story = Story.good();
    story.fault("n2", Takeover.REQUIRED, Duration.ofSeconds(5));
    story.node("n2").stands().takesOffice();
    assertThat(story.verdict().brokenRules()).containsExactly("L1");
  }

  @Test
  void l1_theHolderThatClaimsAgain_isEnough_whereAnybodyIs() {
    Story story = Story.good().until(due(3));
    story.fault("store", Takeover.ANYBODY, Duration.ofSeconds(5));
    story.pass(Duration.ofSeconds(5));
    story.node("n2").claims(due(3));
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void l1_nobodyWhoClaimsAgain_isFound() {
    Story story = Story.good();
    story.fault("store", Takeover.ANYBODY, Duration.ofSeconds(5));
    assertThat(story.verdict().brokenRules()).containsExactly("L1");
  }

  @Test
  void l1_aClaimBeyondTheBoundAfterHealing_isFound() {
    Story story = Story.good().until(due(3));
    story.fault("store", Takeover.ANYBODY, Duration.ofSeconds(5));
    story.pass(Duration.ofSeconds(6));
    story.node("n2").claims(due(3));
    assertThat(story.verdict().brokenRules()).containsExactly("L1");
  }

  @Test
  void l1_aClaimThatTheNextFaultPrevents_isOwedFromThatOnesHealingOn() {
    Story story = Story.good().until(due(3));
    story.fault("store", Takeover.ANYBODY, Duration.ofSeconds(5));
    story.pass(Duration.ofSeconds(4));
    story.fault("store", Takeover.ANYBODY, Duration.ofSeconds(5));
    story.pass(Duration.ofSeconds(4));
    story.node("n2").claims(due(3));
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void l2_aDecisionBeyondTheBound_isFound() {
    Story story = Story.good();
    story.until(due(3)).pass(Duration.ofSeconds(21));
    story.node("n2").claims(due(3)).starts().writes().records();
    story.lastDue = 3;
    assertThat(story.verdict().brokenRules()).containsExactly("L2");
  }

  @Test
  void l3_oneLeaderChangeTooMany_isFound() {
    Story story = Story.good();
    story.node("n1").stands().takesOffice();
    assertThat(story.verdict().brokenRules()).containsExactly("L3");
  }

  @Test
  void l3_anyTermAfterAFaultThatIsTooShort_isFound() {
    Story story = Story.good();
    story.fault("n2", Takeover.FORBIDDEN, Duration.ofSeconds(1));
    story.node("n2").stands().takesOffice();
    assertThat(story.verdict().brokenRules()).containsExactly("L3");
  }

  @Test
  void l3_aTermLongAfterAFaultThatIsTooShort_isAllowed() {
    Story story = Story.good();
    story.fault("n2", Takeover.FORBIDDEN, Duration.ofSeconds(1));
    story.pass(Duration.ofSeconds(10));
    story.node("n2").stands().takesOffice();
    assertThat(story.verdict().violations()).isEmpty();
  }
}
