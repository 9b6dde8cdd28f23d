package io.fencepost.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 s",
    "PT10.081944567S, 10.08 s",
    "PT10S, 10 s",
    "PT1.5S, 1.5 s",
    "PT9.999S, 9.999 s",
    "PT0.25S, 250 ms",
    "PT0.081944567S, 81.94 ms",
    "PT0.000999999S, 999.999 us",
    "PT1M, 1 min",
    "PT1M30S, 1 min 30 s",
    "PT59M59.6S, 1 h",
    "PT25H1S, 1 d 1 h 1 s",
    "PT87600H, 3650 d",
    "PT-1.5S, -1.5 s",
  })
  void text_isWhatPeopleWrite(Duration value, String text) {
    assertThat(Durations.text(value)).isEqualTo(text);
  }
}
