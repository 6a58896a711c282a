package io.sluice.cli.command.admin;

import io.sluice.cli.command.Joining;
import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.host.Caller;
import io.sluice.cli.host.ServedCommand;
import io.sluice.cli.host.ThroughNode;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.cluster.View;
import io.sluice.locks.Sluice;
import io.sluice.locks.admin.Inspection;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

/**
 * Joins the cluster for as long as its members need to answer, or has a node on this host ask them.
 */
abstract class JoiningCommand extends Subcommand implements ServedCommand {

  private static final long LOOK_MILLIS = 50;

  @Mixin private ThroughNode through;

  @Mixin private Joining joining;

  @Override
  public final Integer call() throws InterruptedException {
    check();
    var time = joining.patience();
    // First what is wrong with the key store: for that reason a node was not asked.
    var builder = joining.builder(nodeName());
    through.requireJoining();
    try (Sluice sluice = builder.join()) {
      var failed = joining.await(sluice, interrupt(), err());
      return failed.isPresent() ? failed.get() : ask(sluice.inspect().patience(time));
    }
  }

  @Override
  public final ClusterOptions clusterOptions() {
    return joining.options();
  }

  @Override
  public final void serve(Sluice sluice, Caller caller) throws InterruptedException {
    check();
    var time = joining.patience();
    var out = new StringWriter();
    var err = new StringWriter();
    print(new PrintWriter(out), new PrintWriter(err));
    int code;
    if (awaitView(sluice, time)) {
      code = ask(sluice.inspect().patience(time));
    } else {
      err()
          .println(
              "sluice: the node on this host is not a member of cluster '%s' at present"
                  .formatted(cluster()));
      code = Exit.NOT_IN_TIME;
    }
    out().flush();
    err().flush();
    caller.end(code, out.toString(), err.toString());
  }

  /** Also a node that was a member before may be none at present. */
  private static boolean awaitView(Sluice sluice, Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (sluice.view().members().isEmpty()) {
      if (end - System.nanoTime() <= 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return true;
  }

  /** Refuses bad arguments before anything is joined. */
  void check() {}

  abstract int ask(Inspection cluster) throws InterruptedException;

  final String cluster() {
    return joining.cluster();
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
