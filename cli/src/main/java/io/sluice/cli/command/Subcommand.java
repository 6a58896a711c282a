package io.sluice.cli.command;

import io.sluice.cli.environment.Environment;
import io.sluice.cli.environment.Interrupt;
import io.sluice.cli.environment.Terminal;
import io.sluice.cli.text.ProgressLine;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands have in common. */
@Command(
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "%n",
    optionListHeading = "%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    sortOptions = false)
public abstract class Subcommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = 1000,
      description = "Show this help.")
  private boolean help;

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** From now on prints there. */
  protected final void print(PrintWriter out, PrintWriter err) {
    spec.commandLine().setOut(out).setErr(err);
  }

  protected final void usage() {
    spec.commandLine().usage(out());
  }

  /**
   * Refuses options that would have no effect.
   *
   * @throws IllegalArgumentException if one of them was given
   */
  final void refuse(String why, String... options) {
    var parsed = spec.commandLine().getParseResult();
    for (String option : options) {
      if (parsed.hasMatchedOption(option)) {
        throw new IllegalArgumentException(option + " has no effect: " + why);
      }
    }
  }

  /** The words of the whole command line. */
  final List<String> wholeLine() {
    return spec.root().commandLine().getParseResult().originalArgs();
  }

  protected final Terminal terminal() {
    return environment().terminal();
  }

  protected final Interrupt interrupt() {
    return environment().interrupt();
  }

  final ProgressLine progress(boolean script) {
    return new ProgressLine(err(), terminal(), script);
  }

  /** The environment of the whole run, which the root command holds. */
  protected Environment environment() {
    return ((Subcommand) spec.root().userObject()).environment();
  }
}
