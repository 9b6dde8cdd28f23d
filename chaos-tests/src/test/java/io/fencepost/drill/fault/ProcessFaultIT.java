package io.fencepost.drill.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.ChildProcess;
import io.fencepost.drill.cluster.Launch;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessFaultIT {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path directory;

  @Test
  void aPause_holdsUntilItIsHealed() {
    try (ChildProcess process = idle()) {
      Fault pause = new Pause(process);
      assertThat(pause.available()).isTrue();
      assertThat(pause.tookHold()).isFalse();
      pause.inject();
      Await.until("the pause", SOON, pause::tookHold);
      assertThat(pause.stillHolds()).isTrue();
      pause.heal();
      Await.until("its end", SOON, () -> !pause.tookHold());
      assertThat(pause.stillHolds()).isFalse();
      assertThat(process.isAlive()).isTrue();
    }
  }

  @Test
  void aKill_holdsForEver() {
    try (ChildProcess process = idle()) {
      Fault kill = new Kill(process);
      assertThat(kill.tookHold()).isFalse();
      kill.inject();
      Await.until("the death", SOON, kill::tookHold);
      kill.heal();
      assertThat(kill.tookHold()).isTrue();
    }
  }

  @Test
  void aGracefulStop_ofAProcessWithoutHistory_holdsWhenItHasEnded() {
    try (ChildProcess process = idle()) {
      Fault stop = new GracefulStop(process, directory.resolve("none.jsonl"));
      assertThat(stop.tookHold()).isFalse();
      stop.inject();
      Await.until("the end", SOON, stop::tookHold);
    }
  }

  private ChildProcess idle() {
    return new Launch("idle", IdleMain.class.getName(), directory).start();
  }
}
