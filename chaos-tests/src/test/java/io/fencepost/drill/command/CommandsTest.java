package io.fencepost.drill.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What needs no servers. */
final class CommandsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Commands.line(new PrintStream(out, true, StandardCharsets.UTF_8));
    return line.setErr(new PrintWriter(err)).execute(args);
  }

  @Test
  void list_namesTheDrills() {
    assertThat(run("drill", "--list", "--drill", "4,5")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("  4  late-write", "short-pause-110")
        .doesNotContain("holder-killed");
  }

  @Test
  void whatIsWrong_isSaid_andProvesNothing(@TempDir Path directory) {
    assertThat(run("drill", "--drill", "late-wrte")).isEqualTo(ExitCode.UNKNOWN);
    assertThat(run("drill", "--backend", "etcdd")).isEqualTo(ExitCode.UNKNOWN);
    assertThat(run("judge", directory.toString())).isEqualTo(ExitCode.UNKNOWN);
    assertThat(err.toString())
        .contains(
            "did you mean late-write?", "allowed: zookeeper, etcd", "no directory of a drill");
  }
}
