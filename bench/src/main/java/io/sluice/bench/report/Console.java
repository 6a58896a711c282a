package io.sluice.bench.report;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What a benchmark's command prints, and how it was called. */
public record Console(CommandSpec spec) {

  public void print(String text) {
    spec.commandLine().getOut().println(text);
    spec.commandLine().getOut().flush();
  }

  /** Prints to standard error; standard output has the result only. */
  public void progress(String line) {
    spec.commandLine().getErr().println(line);
    spec.commandLine().getErr().flush();
  }

  /** The arguments, as they were given. */
  public String arguments() {
    return String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }

  /** Bad usage is reported as such. */
  public <T> T checked(Supplier<T> options) {
    try {
      return options.get();
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }
}
