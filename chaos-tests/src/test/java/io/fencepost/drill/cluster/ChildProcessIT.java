package io.fencepost.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildProcessIT {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path directory;

  @Test
  void aStoppedProcess_saysSo_andGoesOnWhenItIsContinued() {
    try (ChildProcess echo = start("echo")) {
      echo.signal(Signal.STOP);
      Await.until("its stop", SOON, () -> echo.state() == ProcessState.STOPPED);
      echo.signal(Signal.CONT);
      echo.send("after the pause");
      Await.until("its answer", SOON, () -> echo.tail(1).contains("echo: after the pause"));
    }
  }

  @Test
  void aStoppedProcess_isKilledByClose() {
    ChildProcess echo = start("echo");
    echo.signal(Signal.STOP);
    echo.close();
    assertThat(echo.state()).isEqualTo(ProcessState.GONE);
  }

  @Test
  void childrenOfAKilledProcess_dieToo_evenWhenStopped() {
    try (ChildProcess parent = start("parent")) {
      Await.until("the grandchild", SOON, () -> !parent.tail(1).isEmpty());
      long grandchild = Long.parseLong(parent.tail(1).get(0));
      Signal.STOP.send(grandchild);
      parent.signal(Signal.KILL);
      Await.until("its death", SOON, () -> ProcessState.of(grandchild) == ProcessState.GONE);
    }
  }

  private ChildProcess start(String role) {
    return new Launch(role, EchoMain.class.getName(), directory).argument(role).start();
  }
}
