package io.sluice.cli.command;

import io.sluice.cli.command.admin.MembersCommand;
import io.sluice.cli.command.admin.ReleaseCommand;
import io.sluice.cli.command.admin.WhoCommand;
import io.sluice.cli.command.lock.LockCommand;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.host.CommandService;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.cluster.View;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice node}: a standing member. */
@Command(
    name = "node",
    header = "Be a standing member of a cluster, and print its views.",
    description = {
      "A cluster goes on without crashed members if more than half are left, or just half with the"
          + " longest-standing one. Where commands come and go under `sluice lock`, one or two"
          + " standing members make sure of that. Commands of the same user on this host go through"
          + " this node instead of joining the cluster. Ends with Ctrl-C."
    },
    footer = {"  sluice node", "  sluice node --cluster nightly", "  sluice node --metrics 9464"})
public final class NodeCommand extends Subcommand {

  private static final long LOOK_MILLIS = 100;

  /** How long a node may be no member before it says so. */
  private static final long USUAL_TIME = TimeUnit.SECONDS.toNanos(5);

  @Option(
      names = "--metrics",
      paramLabel = "PORT",
      description =
          "Serve /metrics for Prometheus at this port of the loopback address; 0 chooses a free"
              + " port.")
  private Optional<Integer> metrics = Optional.empty();

  @Option(
      names = "--jmx",
      description =
          "Show the node to JMX, with its view, members, holders and waiters, and release.")
  private boolean jmx;

  @Option(
      names = "--warn-after",
      paramLabel = "10min",
      description =
          "Warn on standard error of each lock that a command of this host has held for that long,"
              + " and count it in the metrics (default: never).")
  private Optional<String> warning = Optional.empty();

  @Option(
      names = "--no-commands",
      description =
          "Do nothing for `sluice lock`, `who`, `members` and `release` of this user on this host;"
              + " they join the cluster then.")
  private boolean withoutCommands;

  @Mixin private ClusterOptions cluster;

  @Override
  public Integer call() throws InterruptedException, IOException {
    // To depart may take longer than other commands have: for commands of this host, and for data.
    interrupt().letFinish();
    var builder = standing();
    if (metrics.isEmpty()) {
      show(builder);
    } else {
      try (var page = MetricsPage.at(metrics.get())) {
        out().println("metrics: " + page.address());
        show(builder.metrics(page.registry()));
      }
    }
    return Exit.INTERRUPTED;
  }

  private Sluice.Builder standing() {
    var builder = cluster.standing();
    warning
        .map(time -> ClusterOptions.duration("--warn-after", time))
        .ifPresent(builder::warnAfter);
    return jmx ? builder.jmx() : builder;
  }

  private void show(Sluice.Builder builder) throws InterruptedException {
    var views = new LinkedBlockingQueue<View>();
    try (Sluice sluice = builder.join();
        var _ = serve(sluice)) {
      sluice.onView(views::add);
      long since = System.nanoTime();
      boolean said = false;
      while (!interrupt().getAsBoolean()) {
        View view = views.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (view != null) {
          out().println(words(view));
          out().flush();
          since = System.nanoTime();
          said = !view.members().isEmpty();
        } else if (!said && System.nanoTime() - since > USUAL_TIME) {
          err().println(waiting());
          err().flush();
          said = true;
        }
      }
    }
  }

  private String waiting() {
    return ("sluice node: no member of cluster '%s' yet, and tries again until enough others are"
            + " found: check its name, %s")
        .formatted(cluster.cluster(), cluster.whereabouts());
  }

  /** Does commands of this host from now on, until closed. */
  private Closing serve(Sluice sluice) {
    if (withoutCommands) {
      return () -> {};
    }
    try {
      return CommandService.start(
              sluice,
              cluster,
              Map.of(
                  "lock", LockCommand::new,
                  "who", WhoCommand::new,
                  "members", MembersCommand::new,
                  "release", ReleaseCommand::new))
          ::close;
    } catch (IOException | UnsupportedOperationException e) {
      err()
          .println(
              "sluice node: commands of this host join the cluster by themselves: "
                  + e.getMessage());
      err().flush();
      return () -> {};
    }
  }

  /** What ends with the node. */
  private interface Closing extends AutoCloseable {
    @Override
    void close();
  }

  private String words(View view) {
    return view.members().isEmpty()
        ? cluster.cluster() + ": no longer a member; all locks are lost"
        : view.members().stream()
            .map(Object::toString)
            .collect(
                Collectors.joining(
                    " ", "%s, view %d: ".formatted(cluster.cluster(), view.number()), ""));
  }
}
