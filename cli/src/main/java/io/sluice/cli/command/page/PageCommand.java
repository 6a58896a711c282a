package io.sluice.cli.command.page;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Browser;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.cli.option.Count;
import io.sluice.locks.Sluice;
import io.sluice.page.Page;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice page}: the locks of a cluster in the browser. */
@Command(
    name = "page",
    header = "Show the members and locks of a cluster in the browser.",
    description = {
      "Joins the cluster, and shows its members and views, which threads hold which locks since"
          + " when and with which fencing number, and which wait. Ctrl-C departs and ends the page."
          + " The page listens on this machine only; taking a lock away from its holder needs the"
          + " token of the printed link.",
      "",
      "A pipeline shows itself: Page.of(running).start() in its program, as `sluice demo` does."
    },
    footer = {
      "  sluice page",
      "  sluice page --cluster nightly",
      "  sluice page --hosts 10.0.0.1,10.0.0.2 --keystore orders.p12",
      "  sluice page --kafka broker:9092"
    })
public final class PageCommand extends Subcommand {

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final int MOST_PORTS = 65_535;

  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--wait",
      paramLabel = "10s",
      defaultValue = "10s",
      description = "How long to wait for the cluster (default: 10s).")
  private String patience;

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
    long end = System.nanoTime() + ClusterOptions.duration("--wait", patience).toNanos();
    try (Sluice sluice = cluster.builder().nodeName(nodeName()).join()) {
      while (!sluice.awaitMembership(LOOK)) {
        if (interrupt().getAsBoolean()) {
          return Exit.INTERRUPTED;
        }
        if (end - System.nanoTime() <= 0) {
          err()
              .println(
                  "sluice: cluster '%s' could not be joined within %s: check its name, --hosts and --keystore"
                      .formatted(cluster.cluster(), patience));
          return Exit.NOT_IN_TIME;
        }
      }
      show(sluice);
    }
    return Exit.INTERRUPTED;
  }

  private void show(Sluice sluice) throws InterruptedException {
    try (var page = Page.of(sluice).cluster(cluster.cluster()).port(port).start()) {
      boolean shown = !noBrowser && Browser.open(page.link());
      out().println((shown ? "Opened: " : "Open in a browser: ") + page.link());
      out().println("Ctrl-C ends it.");
      out().flush();
      var never = new CountDownLatch(1);
      while (!interrupt().getAsBoolean()) {
        var _ = never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  private static String nodeName() {
    return "%s-page-%d".formatted(System.getProperty("user.name"), ProcessHandle.current().pid());
  }
}
