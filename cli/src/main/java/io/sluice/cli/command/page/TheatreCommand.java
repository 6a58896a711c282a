package io.sluice.cli.command.page;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Browser;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.Count;
import io.sluice.cli.option.ScopeOptions;
import io.sluice.page.Page;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice theatre}: a protocol in the browser, with the reader as the network. */
@Command(
    name = "theatre",
    header = "Choose in the browser what happens next in a protocol.",
    description = {
      "Shows the processes, their states and the messages on their way. You choose which message"
          + " arrives next, who asks, what is lost; every world is judged, and every choice shows"
          + " whether an error can still follow. Without PROTOCOL, a first screen offers some. The"
          + " page listens on this machine only, until Ctrl-C."
    },
    parameterListHeading = "%n",
    subcommands = TheatreExportCommand.class,
    footer = {
      "  sluice theatre",
      "  sluice theatre 2fgme-published --groups 2x1",
      "  sluice theatre ricart-agrawala --losses 1",
      "  sluice theatre export lamport --no-fifo -o lamport.html"
    })
public final class TheatreCommand extends Subcommand {

  private static final long LOOK_MILLIS = 200;
  private static final int MOST_PORTS = 65_535;

  @Mixin private ScopeOptions opened;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The port to listen on (default: any that is free).")
  private int port;

  @Option(names = "--no-browser", description = "Print the link, and open no browser.")
  private boolean noBrowser;

  @Override
  public Integer call() throws InterruptedException {
    if (Count.of("--port", port) > MOST_PORTS) {
      throw new IllegalArgumentException("--port %d: at most %d".formatted(port, MOST_PORTS));
    }
    var page = Page.theatre(opened.catalogue()).port(port);
    if (opened.isGiven()) {
      page.at(opened.scope());
    }
    try (var running = page.start()) {
      boolean shown = !noBrowser && Browser.open(running.link());
      out().println((shown ? "Opened: " : "Open in a browser: ") + running.link());
      out().println("Ctrl-C ends it.");
      out().flush();
      var never = new CountDownLatch(1);
      while (!interrupt().getAsBoolean()) {
        var _ = never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      }
    }
    return Exit.INTERRUPTED;
  }
}
