package io.fencepost.drill.check;

import static io.fencepost.drill.check.Story.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.SinkWrite;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** S2, S3, S6, S7: what the sink let through. */
final class SinkRulesTest {
  @Test
  void s2_aWriteOfThePredecessorAfterTheSuccessors_isFound() {
    Story story = Story.good();
    story.node("n1").audits();
    assertThat(story.verdict().brokenRules()).containsExactly("S2");
    assertThat(story.verdict().violations().get(0).evidence().get(1)).contains("n1 AUDIT");
  }

  @Test
  void s2_aWriteBelowASeal_isFound_evenIfTheSuccessorHasNotWritten() {
    Story story = takeover();
    story.node("n1").audits();
    assertThat(story.verdict().brokenRules()).containsExactlyInAnyOrder("S2", "S4");
    assertThat(story.verdict().violations().get(0).evidence().get(0)).contains("HANDLER_STARTED");
  }

  @Test
  void s2_aWriteOfThePredecessorBeforeTheSeal_isAllowed() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").stands();
    StoryNode n2 = story.node("n2").stands();
    n1.takesOffice();
    story.until(due(0));
    n1.claims(due(0)).starts().audits();
    n2.takesOffice().claims(due(0)).starts().writes().records();
    story.lastDue = 0;
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void s2_severalWritesWithOneToken_areAllowed() {
    Story story = Story.good();
    story.node("n2").audits().audits();
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void s3_theSameStepTwice_isFound_alsoWithRisingTokens() {
    Story story = takeoverAfterEffect();
    story.node("n2").effects().records();
    assertThat(story.verdict().brokenRules()).containsExactly("S3");
  }

  @Test
  void s3_anEffectThatTheSuccessorFinds_isAllowed() {
    Story story = takeoverAfterEffect();
    StoryNode n2 = story.node("n2");
    n2.tries("charge");
    n2.tells(
        Draft.of(Kind.WRITE_ANSWERED)
            .job(Story.JOB)
            .occurrence(n2.occurrence)
            .token(n2.token)
            .step("charge")
            .text("found"));
    n2.records();
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void s6_anAcknowledgedWriteThatIsNotThere_isFound() {
    Story story = Story.good();
    story.node("n2").tries("bonus").isAnswered("bonus", Answer.OK);
    assertThat(story.verdict().brokenRules()).containsExactly("S6");
  }

  @Test
  void s6_aRefusedWriteThatIsThere_isFound() {
    Story story = Story.good();
    story
        .node("n2")
        .tries("bonus")
        .commits(SinkWrite.Kind.EFFECT, "bonus")
        .isAnswered("bonus", Answer.FAIL);
    assertThat(story.verdict().brokenRules()).containsExactly("S6");
  }

  @Test
  void s6_aWriteWithoutAnAnswer_mayBeThereOrNot() {
    Story story = Story.good();
    story.node("n2").tries("bonus").commits(SinkWrite.Kind.EFFECT, "bonus").tries("fee");
    story.node("n2").isAnswered("fee", Answer.INFO);
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void s6_aWriteThatNobodyTried_isFound() {
    Story story = Story.good();
    story.node("n2").commits(SinkWrite.Kind.EFFECT, "bonus");
    assertThat(story.verdict().brokenRules()).containsExactly("S6");
  }

  @Test
  void s7_aResultUnderATokenThatNobodyClaimed_isFound() {
    Story story = Story.good();
    StoryNode n2 = story.node("n2");
    n2.token = new FenceToken(0, 9_999);
    n2.audits();
    assertThat(story.verdict().brokenRules()).containsExactly("S7");
  }

  @Test
  void s7_aResultUnderTheTokenOfAnotherOccurrence_isFound() {
    Story story = Story.good();
    StoryNode n2 = story.node("n2");
    n2.occurrence = due(1);
    n2.audits();
    assertThat(story.verdict().brokenRules()).containsExactly("S7");
  }

  @Test
  void s7_aResultUnderTheTokenOfAnotherProcess_isFound() {
    Story story = Story.good();
    StoryNode n1 = story.node("n1");
    n1.token = story.node("n2").token;
    n1.occurrence = due(2);
    n1.audits();
    assertThat(story.verdict().brokenRules()).containsExactly("S7");
    SinkWrite write = story.writes.get(story.writes.size() - 1);
    assertThat(write.process()).isNotEqualTo(new UUID(0, 0));
  }

  private static Story takeover() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").stands();
    StoryNode n2 = story.node("n2").stands();
    n1.takesOffice();
    story.until(due(0));
    n1.claims(due(0)).starts();
    n1.vanishes();
    n2.takesOffice().claims(due(0)).starts();
    n2.records();
    story.pass(Duration.ofSeconds(1));
    story.lastDue = 0;
    return story;
  }

  private static Story takeoverAfterEffect() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").stands();
    StoryNode n2 = story.node("n2").stands();
    n1.takesOffice();
    story.until(due(0));
    n1.claims(due(0)).starts().writes();
    n1.vanishes();
    n2.takesOffice().claims(due(0)).starts();
    story.lastDue = 0;
    return story;
  }
}
