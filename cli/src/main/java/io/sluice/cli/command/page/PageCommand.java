package io.sluice.cli.command.page;

import io.sluice.cli.command.Joining;
import io.sluice.cli.environment.Exit;
import io.sluice.locks.Sluice;
import io.sluice.page.Page;
import io.sluice.streams.kafka.watch.WatchedPipelines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sluice page}: the locks of a cluster in the browser. */
@Command(
    name = "page",
    header = "Show the locks of a cluster, and pipelines on Kafka, in the browser.",
    description = {
      "Joins the cluster, and shows its members and views, which threads hold which locks since"
          + " when and with which fencing number, and which wait. Ctrl-C departs and ends the page."
          + " The page listens on this machine only; taking a lock away from its holder needs the"
          + " token of the printed link.",
      "",
      "With --kafka it also shows the pipelines whose workers run on these brokers, with their"
          + " instances, and scales them by hand. A pipeline in one process shows itself:"
          + " Page.of(running).start() in its program, as `sluice demo` does."
    },
    footer = {
      "  sluice page",
      "  sluice page --cluster nightly",
      "  sluice page --hosts 10.0.0.1,10.0.0.2 --keystore orders.p12",
      "  sluice page --kafka broker:9092"
    })
public final class PageCommand extends PagedCommand {

  @Mixin private Joining joining;

  @Override
  public Integer call() throws InterruptedException {
    int port = port();
    try (Sluice sluice = joining.builder(nodeName()).join()) {
      var failed = joining.await(sluice, interrupt(), err());
      if (failed.isPresent()) {
        return failed.get();
      }
      show(sluice, port);
    }
    return Exit.INTERRUPTED;
  }

  private void show(Sluice sluice, int port) throws InterruptedException {
    var described = Page.of(sluice).cluster(joining.cluster()).port(port);
    var watched = joining.options().watched();
    watched.ifPresent(pipelines -> described.pipelines(pipelines::running));
    try (var page = described.start()) {
      show(page);
    } finally {
      watched.ifPresent(WatchedPipelines::close);
    }
  }

  private static String nodeName() {
    return "%s-page-%d".formatted(System.getProperty("user.name"), ProcessHandle.current().pid());
  }
}
