package io.fencepost.drill.command;

import io.fencepost.drill.report.DrillRecord;
import io.fencepost.drill.report.Summary;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges a saved drill again, without running anything. */
@Command(
    name = "judge",
    description = {
      "Judges a saved drill again, and writes its summaries and its report anew.",
      "Exit code 0: valid; 1: invalid; 2: unknown, or it could not be judged."
    },
    mixinStandardHelpOptions = true)
final class JudgeCommand implements Callable<Integer> {
  private final PrintStream out;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIR", description = "the drill's directory, with facts.json in it")
  private Path directory = Path.of(".");

  JudgeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (!Files.isRegularFile(directory.resolve(DrillRecord.FACTS))) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          directory + " is no directory of a drill: there is no " + DrillRecord.FACTS + " in it");
    }
    Summary summary = Summary.save(DrillRecord.load(directory), directory);
    out.print(summary.text());
    return ExitCode.of(summary.verdict().status());
  }
}
