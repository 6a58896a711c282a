package io.sluice.cli;

import io.sluice.cli.option.Nearest;
import io.sluice.lab.experiment.ExperimentFailed;
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
 * The one place where whatever went wrong becomes one line and an exit code. Nobody who mistyped an
 * option wants a stack trace; who wants one sets SLUICE_DEBUG.
 */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {

  /** Set and not empty, the stack traces are printed too. */
  private static final String DEBUG = "SLUICE_DEBUG";

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    return complain(e.getCommandLine(), describe(e), e, Exit.BAD_USAGE);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    return switch (e) {
      case IllegalArgumentException _ -> complain(command, said(e), e, Exit.BAD_USAGE);
      case IOException _, UncheckedIOException _ -> complain(command, said(e), e, Exit.BAD_USAGE);
      case ExperimentFailed _ -> complain(command, said(e), e, Exit.VIOLATION);
      case CancellationException _ ->
          complain(command, "interrupted; nothing was written", e, Exit.INCOMPLETE);
      default -> complain(command, "could not go on: " + said(e), e, Exit.INCOMPLETE);
    };
  }

  /** Prints the line, and gives back the code. */
  static int complain(CommandLine command, String what, Throwable why, int code) {
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
      case MutuallyExclusiveArgsException _ -> said(e).replaceFirst("^Error: ", "");
      // Of options that exclude each other picocli would repeat all, with what may follow each.
      case MaxValuesExceededException _ when said(e).startsWith("Error: expected only one match") ->
          "an option stands twice: of --nodes, --groups, --graph, --tree, and --readers with"
              + " --writers, write one, once";
      default -> said(e).replaceFirst("option option", "option");
    };
  }

  private static String describe(UnmatchedArgumentException e) {
    String first = e.getUnmatched().getFirst();
    var spec = e.getCommandLine().getCommandSpec();
    if (first.startsWith("-")) {
      String option = first.split("=", 2)[0];
      return "no option is named '%s'".formatted(option)
          + Nearest.question(option, spec.optionsMap().keySet());
    }
    if (!spec.subcommands().isEmpty()) {
      return "no command is named '%s'".formatted(first)
          + Nearest.question(first, spec.subcommands().keySet());
    }
    return "'%s' is one argument too many".formatted(first);
  }

  private static String said(Throwable e) {
    return Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
  }
}
