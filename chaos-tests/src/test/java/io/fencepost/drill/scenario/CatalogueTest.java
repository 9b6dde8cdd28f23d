package io.fencepost.drill.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class CatalogueTest {
  @Test
  void names_areUnique_andNumbersRise() {
    assertThat(Catalogue.drills()).extracting(NamedDrill::name).doesNotHaveDuplicates();
    assertThat(Catalogue.drills()).extracting(NamedDrill::number).isSorted();
  }

  @Test
  void aNumber_meansAllItsVariants() {
    assertThat(Catalogue.called("5"))
        .extracting(NamedDrill::name)
        .containsExactly("short-pause-30", "short-pause-90", "short-pause-110");
    assertThat(Catalogue.called("late-write")).extracting(NamedDrill::number).containsExactly(4);
  }

  @Test
  void anUnknownName_isRefused_withTheNearest() {
    assertThatThrownBy(() -> Catalogue.called("late_wrte"))
        .hasMessage("there is no drill 'late_wrte'; did you mean late-write? (--list shows all)");
    assertThatThrownBy(() -> Catalogue.called("99"))
        .hasMessage("there is no drill '99' (--list shows all)");
  }
}
