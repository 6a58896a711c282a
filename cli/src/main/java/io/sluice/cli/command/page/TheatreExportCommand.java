package io.sluice.cli.command.page;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.Count;
import io.sluice.cli.option.OutFile;
import io.sluice.cli.option.ScopeOptions;
import io.sluice.page.theatre.Export;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice theatre export}: a theatre in one file. */
@Command(
    name = "export",
    header = "Write the theatre of one protocol into a file that needs no server.",
    description = {
      "The file holds the worlds of the scope, the first ones if there are too many, and works"
          + " from a disk or any web server, without Java."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice theatre export 2fgme-published --groups 2x1 -o deadlock.html",
      "  sluice theatre export lamport --no-fifo --nodes 2 --entries 2 -o lamport.html"
    })
public final class TheatreExportCommand extends Subcommand {

  @Mixin private ScopeOptions exported;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "The HTML file to write.")
  private Path file;

  @Option(
      names = "--worlds",
      paramLabel = "N",
      defaultValue = "" + Export.USUAL_WORLDS,
      description = "At most N worlds (default: 20000).")
  private int worlds;

  @Override
  public Integer call() {
    var scope = exported.scope();
    if (Count.of("--worlds", worlds) == 0) {
      throw new IllegalArgumentException("--worlds 0: write a number from 1 up");
    }
    OutFile.checkAll(List.of(file));
    var export = Export.of(scope, exported.catalogue(), worlds);
    OutFile.write(file, export.html());
    out()
        .println(
            "Written: %s, with %s%,d worlds"
                .formatted(file, export.whole() ? "all " : "the first ", export.worlds()));
    out().flush();
    return Exit.FINE;
  }
}
