package io.sluice.cli.command.page;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.InFile;
import io.sluice.cli.option.ScopeOptions;
import io.sluice.page.Page;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sluice theatre}: a protocol in the browser, with the reader as the network. */
@Command(
    name = "theatre",
    header = "Choose in the browser what happens next in a protocol.",
    description = {
      "Shows the processes, their states and the messages on their way. You choose which message"
          + " arrives next, who asks, what is lost; every world is judged, and every choice shows"
          + " whether an error can still follow. Without PROTOCOL, a first screen offers some. The"
          + " page listens on this machine only, until Ctrl-C.",
      "",
      "With FILE it opens what `sluice check --trace` or `sluice simulate --trace` wrote, or what"
          + " nodes recorded with --record: recordings of several nodes of one cluster become one"
          + " run, in which every message is sent before it arrives."
    },
    parameterListHeading = "%n",
    subcommands = TheatreExportCommand.class,
    footer = {
      "  sluice theatre",
      "  sluice theatre 2fgme-published --groups 2x1",
      "  sluice theatre ricart-agrawala --losses 1",
      "  sluice theatre a.rec b.rec c.rec",
      "  sluice theatre export lamport --no-fifo -o lamport.html"
    })
public final class TheatreCommand extends PagedCommand {

  @Mixin private ScopeOptions opened;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FILE",
      description = "Instead of a protocol: a trace, or recordings of nodes of one cluster.")
  private List<Path> more = List.of();

  @Override
  public Integer call() throws InterruptedException {
    var page = Page.theatre(opened.catalogue()).port(port());
    var files = opened.files(more);
    if (!files.isEmpty()) {
      page.open(files.stream().map(InFile::read).toList());
    } else if (opened.isGiven()) {
      page.at(opened.scope());
    }
    try (var running = page.start()) {
      show(running);
    }
    return Exit.INTERRUPTED;
  }
}
