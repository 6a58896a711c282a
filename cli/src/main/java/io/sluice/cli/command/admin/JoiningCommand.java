package io.sluice.cli.command.admin;

import io.sluice.cli.command.Joining;
import io.sluice.cli.command.Subcommand;
import io.sluice.cluster.View;
import io.sluice.locks.Sluice;
import io.sluice.locks.admin.Inspection;
import java.util.List;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

/** Joins the cluster for as long as its members need to answer. */
abstract class JoiningCommand extends Subcommand {

  @Mixin private Joining joining;

  @Override
  public final Integer call() throws InterruptedException {
    check();
    var time = joining.patience();
    try (Sluice sluice = joining.builder(nodeName()).join()) {
      var failed = joining.await(sluice, interrupt(), err());
      return failed.isPresent() ? failed.get() : ask(sluice.inspect().patience(time));
    }
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
