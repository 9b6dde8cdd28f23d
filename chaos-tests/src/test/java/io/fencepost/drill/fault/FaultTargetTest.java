package io.fencepost.drill.fault;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FaultTargetTest {
  @Test
  void aFaultOfNothing_isRefused_soThatItCannotSeemToHold() {
    assertThatThrownBy(() -> new Cut("n1", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no path to disturb: target=n1");
  }
}
