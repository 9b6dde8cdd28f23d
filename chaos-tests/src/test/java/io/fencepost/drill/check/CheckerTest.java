package io.fencepost.drill.check;

import static io.fencepost.drill.check.Story.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.drill.check.DrillFacts.Need;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.check.Verdict.Status;
import io.fencepost.drill.history.DrillJson;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.SinkWrite;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckerTest {
  @Test
  void aTakeoverThatKeepsAllRules_isValid() {
    assertThat(Story.good().verdict().violations()).isEmpty();
    assertThat(Story.good().verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aFaultThatDidNotTakeHold_makesItUnknown() {
    Story story = Story.good();
    story.fault("n3", Takeover.REQUIRED, Duration.ofSeconds(5), false);
    assertThat(story.verdict().status()).isEqualTo(Status.UNKNOWN);
    assertThat(story.verdict().unproven())
        .containsExactly("the fault did not take hold, or did not last: SIGSTOP n3");
  }

  @Test
  void aNeedThatWasNotSeen_makesItUnknown() {
    Story story = Story.good();
    story.needs.add(new Need(true, Kind.CLAIMED, "attempt=2", "a second attempt"));
    assertThat(story.verdict().status()).isEqualTo(Status.VALID);
    story.needs.add(new Need(true, Kind.STALE_WRITE, "", "a rejected write"));
    assertThat(story.verdict().unproven()).containsExactly("not shown: a rejected write");
  }

  @Test
  void whatMustNotBeSeenAndIs_makesItUnknown() {
    Story story = Story.good();
    story.needs.add(new Need(false, Kind.CLAIMED, "n3 ", "n3 claimed nothing"));
    assertThat(story.verdict().status()).isEqualTo(Status.VALID);
    story.needs.add(new Need(false, Kind.CLAIMED, "n1 ", "n1 claimed nothing"));
    assertThat(story.verdict().unproven()).containsExactly("not shown: n1 claimed nothing");
  }

  @Test
  void aDrillInWhichNothingCameDue_isUnknown() {
    Story story = new Story();
    story.node("n1").enrols();
    assertThat(story.verdict().status()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void aBrokenRule_outweighsWhatIsUnproven() {
    Story story = Story.good();
    story.needs.add(new Need(true, Kind.STALE_WRITE, "", "a rejected write"));
    story.node("n2").commits(SinkWrite.Kind.EFFECT, "charge");
    assertThat(story.verdict().status()).isEqualTo(Status.INVALID);
  }

  @Test
  void aViolation_namesRuleOccurrenceAndWhatContradictsEachOther() {
    Story story = Story.good();
    story.node("n2").effects();
    Violation violation = story.verdict().violations().get(0);
    assertThat(violation.rule()).isEqualTo("S3");
    assertThat(violation.occurrence()).contains(due(2));
    assertThat(violation.evidence()).hasSize(2);
    assertThat(violation.toString())
        .contains("S3", "occurrence=" + due(2), "EFFECT row 6", "row 7");
  }

  @Test
  void facts_areSavedAndLoaded(@TempDir Path directory) {
    Story story = Story.good();
    story.needs.add(new Need(true, Kind.STALE_WRITE, "", "a rejected write"));
    Path file = directory.resolve("facts.json");
    DrillJson.save(file, story.facts());
    assertThat(DrillJson.load(file, DrillFacts.class)).isEqualTo(story.facts());
  }
}
