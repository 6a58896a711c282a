package io.sluice.cli;

import io.sluice.cli.command.CheckCommand;
import io.sluice.cli.command.DrawCommand;
import io.sluice.cli.command.KeysCommand;
import io.sluice.cli.command.LabCommand;
import io.sluice.cli.command.ListCommand;
import io.sluice.cli.command.NodeCommand;
import io.sluice.cli.command.ReplayCommand;
import io.sluice.cli.command.RunCommand;
import io.sluice.cli.command.SimulateCommand;
import io.sluice.cli.command.Subcommand;
import io.sluice.cli.command.TourCommand;
import io.sluice.cli.command.admin.MembersCommand;
import io.sluice.cli.command.admin.ReleaseCommand;
import io.sluice.cli.command.admin.WhoCommand;
import io.sluice.cli.command.data.DataCommand;
import io.sluice.cli.command.lock.LeadCommand;
import io.sluice.cli.command.lock.LockCommand;
import io.sluice.cli.command.page.DemoCommand;
import io.sluice.cli.command.page.PageCommand;
import io.sluice.cli.command.page.TheatreCommand;
import io.sluice.cli.command.streams.StreamsCommand;
import io.sluice.cli.environment.Environment;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.Interrupt;
import io.sluice.cli.environment.Terminal;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The {@code sluice} command. */
@Command(
    name = "sluice",
    header = "Decentralised coordination for the JVM.",
    subcommands = {
      DemoCommand.class,
      TourCommand.class,
      ListCommand.class,
      CheckCommand.class,
      SimulateCommand.class,
      DrawCommand.class,
      ReplayCommand.class,
      TheatreCommand.class,
      PageCommand.class,
      LabCommand.class,
      LockCommand.class,
      DataCommand.class,
      LeadCommand.class,
      NodeCommand.class,
      WhoCommand.class,
      MembersCommand.class,
      ReleaseCommand.class,
      RunCommand.class,
      StreamsCommand.class,
      KeysCommand.class
    },
    versionProvider = Main.Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:an error was found in the protocol, the pipeline failed, release: the lock was not held, or"
          + " data: there is none",
      "2:bad usage",
      "3:ended early without having found an error, or could not start",
      "75:timed out waiting for the lock",
      "76:the lock was lost",
      "126:lock, lead: the command is not an executable file",
      "127:lock, lead: there is no such command",
      "130:interrupted"
    },
    footer = {
      "  sluice demo",
      "  sluice check 2fgme-published --groups 2x1",
      "  sluice check ricart-agrawala --nodes 3 --entries unbounded",
      "  sluice simulate forks --groups 6x6",
      "  sluice draw lamport --asking p0,p1",
      "  sluice run word-count.jar -- book.txt"
    })
public final class Main extends Subcommand {

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  private final Environment environment;

  private Main(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    usage();
    return Exit.FINE;
  }

  @Override
  protected Environment environment() {
    return environment;
  }

  /** As {@link Launch#main}. */
  public static void main(String[] args) {
    Launch.main(args);
  }

  /** Does a command that does not go through a node on this host, and ends the JVM. */
  public static void join(String[] args) {
    var interrupt = new Interrupt();
    interrupt.listen();
    int code = run(args, interrupt);
    interrupt.finish();
    System.exit(code);
  }

  static int run(String[] args, Interrupt interrupt) {
    // Numbers look the same on every machine.
    Locale.setDefault(Locale.ROOT);
    return execute(commandLine(new Environment(Terminal.current(), interrupt)), args);
  }

  private static int execute(CommandLine command, String[] args) {
    try {
      return command.execute(args);
    } catch (OutOfMemoryError e) {
      return ErrorReport.print(
          command,
          "out of memory; ask for less, or set a larger heap with SLUICE_JAVA_ARGS=-Xmx8g",
          e,
          Exit.INCOMPLETE);
    }
  }

  static CommandLine commandLine(Environment environment) {
    var errors = new ErrorReport();
    return new CommandLine(new Main(environment))
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .registerConverter(Integer.class, Main::wholeNumber)
        .registerConverter(int.class, Main::wholeNumber)
        .registerConverter(Double.class, Main::number)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  private static Integer wholeNumber(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          text.matches("[+-]?[0-9]+")
              ? "'%s' is too large: at most %,d is possible".formatted(text, Integer.MAX_VALUE)
              : "'%s' is not a whole number".formatted(text));
    }
  }

  private static Double number(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number");
    }
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"sluice " + (version == null ? "(not packaged)" : version)};
    }
  }
}
