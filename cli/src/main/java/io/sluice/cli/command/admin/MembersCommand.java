package io.sluice.cli.command.admin;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.text.Json;
import io.sluice.locks.admin.Inspection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice members}. */
@Command(
    name = "members",
    header = "Show the members of a cluster, the longest-standing first.",
    description = {
      "Joins the cluster, which makes a new view, prints its members without this command, and"
          + " departs."
    },
    footer = {
      "  sluice members",
      "  sluice members --cluster nightly --json",
      "  sluice members --hosts 10.0.0.1,10.0.0.2 --keystore orders.p12"
    })
public final class MembersCommand extends JoiningCommand {

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  int ask(Inspection cluster) {
    var view = cluster.view();
    if (view.members().isEmpty()) {
      err().println("sluice members: this node is no longer a member; try again");
      return Exit.INCOMPLETE;
    }
    if (json) {
      var all = Json.object().put("cluster", cluster());
      addView(all, view);
      Json.print(all, out());
    } else {
      members(view).forEach(out()::println);
      out().flush();
    }
    return Exit.FINE;
  }
}
