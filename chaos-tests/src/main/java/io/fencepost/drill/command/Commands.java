package io.fencepost.drill.command;

import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./fencepost drill} and {@code ./fencepost judge}. */
@Command(name = "./fencepost")
public final class Commands {
  private Commands() {}

  public static void main(String[] args) {
    // Before anything logs: the drills' own log is not part of what the command shows.
    System.setProperty("logback.configurationFile", "io/fencepost/drill/command/drill-logback.xml");
    System.exit(line(System.out).execute(args));
  }

  static CommandLine line(PrintStream out) {
    CommandLine line =
        new CommandLine(new Commands())
            .addSubcommand(new DrillCommand(out))
            .addSubcommand(new JudgeCommand(out));
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          command
              .getErr()
              .println(command.getCommandName() + " could not be run: " + Reasons.of(failure));
          return ExitCode.UNKNOWN;
        });
    return line;
  }
}
