package io.sluice.cli;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.Nearest;
import io.sluice.cli.pipeline.PipelineNotMade;
import io.sluice.lab.experiment.ExperimentFailed;
import io.sluice.streams.PipelineFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns every error into one line on standard error and an exit code. A stack trace is printed only
 * if SLUICE_DEBUG is set.
 */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {

  /** If this variable is set and not empty, stack traces are printed too. */
  private static final String DEBUG = "SLUICE_DEBUG";

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    return print(e.getCommandLine(), describe(e), e, Exit.BAD_USAGE);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    return switch (e) {
      case IllegalArgumentException _ -> print(command, message(e), e, Exit.BAD_USAGE);
      case IOException _, UncheckedIOException _ -> print(command, message(e), e, Exit.BAD_USAGE);
      case ExperimentFailed _, PipelineFailedException _, PipelineNotMade _ ->
          print(command, message(e), e, Exit.VIOLATION);
      case CancellationException _ ->
          print(command, "interrupted; nothing was written", e, Exit.INCOMPLETE);
      default -> print(command, "failed: " + message(e), e, Exit.INCOMPLETE);
    };
  }

  /** Prints the line and returns the code. */
  static int print(CommandLine command, String what, Throwable why, int code) {
    String name = command.getCommandSpec().qualifiedName();
    String line = name + ": " + what.strip().replaceAll("\\s*\\R\\s*", " ");
    String help = code == Exit.BAD_USAGE ? " (try: " + name + " --help)" : "";
    command.getErr().println(line + help);
    if (!Optional.ofNullable(System.getenv(DEBUG)).orElse("").isEmpty()) {
      why.printStackTrace(command.getErr());
    }
    command.getErr().flush();
    return code;
  }

  private static String describe(ParameterException e) {
    return switch (e) {
      case UnmatchedArgumentException unmatched -> describe(unmatched);
      case MutuallyExclusiveArgsException _ -> message(e).replaceFirst("^Error: ", "");
      // For mutually exclusive options picocli's own message repeats their whole synopsis.
      case MaxValuesExceededException _
          when message(e).startsWith("Error: expected only one match") ->
          "an option is given twice: use only one of --nodes, --groups, --graph, --tree, or"
              + " --readers with --writers, and only once";
      default -> message(e).replaceFirst("option option", "option");
    };
  }

  private static String describe(UnmatchedArgumentException e) {
    String first = e.getUnmatched().getFirst();
    var spec = e.getCommandLine().getCommandSpec();
    if (first.startsWith("-")) {
      String option = first.split("=", 2)[0];
      return "there is no option '%s'".formatted(option)
          + Nearest.question(option, spec.optionsMap().keySet());
    }
    if (!spec.subcommands().isEmpty()) {
      return "there is no command '%s'".formatted(first)
          + Nearest.question(first, spec.subcommands().keySet());
    }
    return "unexpected argument '%s'".formatted(first);
  }

  private static String message(Throwable e) {
    return Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
  }
}
