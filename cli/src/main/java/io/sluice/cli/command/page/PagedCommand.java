package io.sluice.cli.command.page;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Browser;
import io.sluice.cli.option.Count;
import io.sluice.page.Page;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** Serves a page until the user interrupts it. */
abstract class PagedCommand extends Subcommand {

  private static final long LOOK_MILLIS = 100;
  private static final int MOST_PORTS = 65_535;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The port to listen on (default: any that is free).")
  private int port;

  @Option(names = "--no-browser", description = "Print the link, and open no browser.")
  private boolean noBrowser;

  /** The port to listen on; 0 for any. */
  final int port() {
    if (Count.of("--port", port) > MOST_PORTS) {
      throw new IllegalArgumentException("--port %d: at most %d".formatted(port, MOST_PORTS));
    }
    return port;
  }

  /** Opens the page in a browser, or prints its link, and waits for the interrupt. */
  final void show(Page page) throws InterruptedException {
    boolean shown = !noBrowser && Browser.open(page.link());
    out().println((shown ? "Opened: " : "Open in a browser: ") + page.link());
    out().println("Ctrl-C ends it.");
    out().flush();
    var never = new CountDownLatch(1);
    while (!interrupt().getAsBoolean()) {
      var _ = never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }
}
