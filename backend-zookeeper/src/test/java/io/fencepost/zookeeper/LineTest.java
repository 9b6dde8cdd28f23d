package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LineTest {
  @Test
  void line_isOrderedBySequence_notByGuid() {
    Line line = Line.of(List.of("aa-0000000012", "cc-0000000003", "bb-0000000007"));
    assertThat(line.names()).containsExactly("cc-0000000003", "bb-0000000007", "aa-0000000012");
    assertThat(line.before("aa-0000000012")).contains("bb-0000000007");
    assertThat(line.before("cc-0000000003")).isEmpty();
  }

  @Test
  void sequenceThatWrapped_standsBehindTheOnesBeforeTheWrap() {
    Line line = Line.of(List.of("aa--2147483648", "bb-2147483647", "cc--2147483647"));
    assertThat(line.names()).containsExactly("bb-2147483647", "aa--2147483648", "cc--2147483647");
    assertThat(Line.guid("aa--2147483648")).isEqualTo("aa");
  }

  @Test
  void otherChildren_areIgnored() {
    Line line = Line.of(List.of("aa-0000000001", "note", "x-1", "_c_1-lock-0000000000"));
    assertThat(line.names()).containsExactly("aa-0000000001");
    assertThat(line.contains("note")).isFalse();
  }

  @Test
  void namesakes_areFoundByTheirWholeGuid() {
    Line line = Line.of(List.of("aa-0000000001", "aab-0000000002", "aa-0000000003"));
    assertThat(line.of(Set.of("aa"))).containsExactly("aa-0000000001", "aa-0000000003");
  }
}
