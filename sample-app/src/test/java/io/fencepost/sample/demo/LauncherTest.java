package io.fencepost.sample.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ./fencepost} answers before it builds anything. */
class LauncherTest {
  private record Answer(int exitCode, String text) {}

  private static Answer launch(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", "./fencepost"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of("..").toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Answer(process.waitFor(), text);
  }

  @ParameterizedTest
  @CsvSource({
    "--nope, demo has no option '--nope'",
    "--servers=2, '--servers is ''2'', allowed: 1 or 3'",
    "--servers, --servers has no value",
    "--dir=/proc/x, --dir: mkdir: ",
  })
  void wrongOption_isRefusedBeforeAnythingIsBuilt(String option, String reason) throws Exception {
    Answer answer = launch("demo", option);

    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.text()).contains(reason).doesNotContain("Building");
  }

  @Test
  void version_isTold() throws Exception {
    Answer answer = launch("--version");

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.text()).matches("fencepost \\d\\S*\n");
  }

  @Test
  void unknownCommand_isRefusedWithTheUsage() throws Exception {
    Answer answer = launch("dmeo");

    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.text()).contains("usage:", "unknown command 'dmeo'");
  }
}
