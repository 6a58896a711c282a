package io.sluice.cli.command.admin;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.cluster.View;
import io.sluice.locks.Sluice;
import io.sluice.locks.admin.Inspection;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Joins the cluster for as long as its members need to answer. */
abstract class JoiningCommand extends Subcommand {

  private static final Duration LOOK = Duration.ofMillis(50);

  @Option(
      names = "--wait",
      paramLabel = "10s",
      defaultValue = "10s",
      description = "How long to wait for the cluster and for answers, each (default: 10s).")
  private String patience;

  @Mixin private ClusterOptions cluster;

  @Override
  public final Integer call() throws InterruptedException {
    check();
    var time = ClusterOptions.duration("--wait", patience);
    long end = System.nanoTime() + time.toNanos();
    var builder = cluster.builder().nodeName(nodeName());
    try (Sluice sluice = builder.join()) {
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
      return ask(sluice.inspect().patience(time));
    }
  }

  /** Refuses bad arguments before anything is joined. */
  void check() {}

  abstract int ask(Inspection cluster) throws InterruptedException;

  final String cluster() {
    return cluster.cluster();
  }

  /** In logs of the others, and so the author of a forced release: user, command and process. */
  private static String nodeName() {
    return "%s-admin-%d".formatted(System.getProperty("user.name"), ProcessHandle.current().pid());
  }

  /** The members, but for this command. */
  static List<String> members(View view) {
    return view.members().stream().map(Object::toString).filter(name -> !isSelf(name)).toList();
  }

  static boolean isSelf(String member) {
    return member.equals(nodeName());
  }

  static void addView(ObjectNode json, View view) {
    json.put("view", view.number());
    var members = json.putArray("members");
    members(view).forEach(members::add);
  }
}
