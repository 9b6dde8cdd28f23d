package io.fencepost.drill.check;

import static io.fencepost.drill.check.Story.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import org.junit.jupiter.api.Test;

/** S10, and what the other rules make of a store that has forgotten. */
final class ForgottenTokensTest {
  private final Story story = Story.good();
  private final StoryNode n2 = story.node("n2");

  /** The store was put back to where it was before it was told of the third and fourth run. */
  private ForgottenTokensTest() {
    Story.Backup backup = story.backup();
    story.until(due(3));
    n2.claims(due(3)).starts().writes().records();
    story.until(due(4));
    n2.claims(due(4)).starts().writes().records();
    story.restore(backup);
  }

  @Test
  void s10_aHandlerBelowTheSinksMark_isFound() {
    n2.claims(due(3)).starts();
    assertThat(story.verdict().brokenRules()).containsExactly("S10");
    assertThat(story.verdict().violations().get(0).says())
        .isEqualTo("a handler started below the sink's mark");
  }

  @Test
  void s10_aHandlerUnderTheTokenOfAnotherClaim_isFound() {
    n2.claims(due(3), n2.token).starts();
    assertThat(story.verdict().brokenRules()).containsExactlyInAnyOrder("S1", "S10");
  }

  @Test
  void s10_aHandlerAfterTheAlarm_isFound() {
    n2.claims(due(3)).givesAlarm();
    story.order += 100;
    n2.claims(due(3), new FenceToken(0, story.order + 1)).starts();
    assertThat(story.verdict().brokenRules()).containsExactly("S10");
    assertThat(story.verdict().violations().get(0).says())
        .isEqualTo("a handler started after the alarm");
  }

  @Test
  void s10_aHandlerInTheNextTokenDomain_isAllowed() {
    n2.claims(due(3)).givesAlarm();
    n2.claims(due(3), new FenceToken(1, story.order + 1)).starts().audits().records();
    story.lastDue = 3;
    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void s10_anAlarmInTheNextTokenDomainToo_stopsThatAsWell() {
    n2.claims(due(3), new FenceToken(1, story.order + 1)).givesAlarm().starts();
    assertThat(story.verdict().brokenRules()).containsExactly("S10");
  }

  @Test
  void s6_s7_whatTheStoreHasForgotten_isNoFaultOfThoseWhoWereTold() {
    assertThat(story.verdict().violations()).isEmpty();
    story.forgotten.clear();
    assertThat(story.verdict().brokenRules()).containsExactlyInAnyOrder("S6", "S7");
  }

  @Test
  void s7_aWriteThatNobodyClaimed_isFoundInAForgottenTimeToo() {
    Story.Backup backup = story.backup();
    n2.occurrence = due(5);
    n2.writes();
    story.restore(backup);
    assertThat(story.verdict().brokenRules()).containsExactly("S7");
  }
}
