package io.sluice.cli.command.admin;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.TextTable;
import io.sluice.locks.admin.Inspection;
import io.sluice.locks.admin.LockReport;
import io.sluice.locks.admin.LockRequest;
import io.sluice.locks.admin.LockState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;

/** {@code sluice who}. */
@Command(
    name = "who",
    header = "Show which threads of which members hold or wait for locks.",
    description = {
      "Joins the cluster, asks every member, and departs. Exits with 3 if a member has not answered"
          + " in time, or had more requests than an answer can hold; both are said."
    },
    footer = {"  sluice who", "  sluice who nightly", "  sluice who nightly --json"})
public final class WhoCommand extends JoiningCommand {

  private static final int WIDE = 60;
  private static final int NARROW = 24;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "The lock's name (default: all that are held or waited for).")
  private Optional<String> name = Optional.empty();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  int ask(Inspection cluster) throws InterruptedException {
    var report = name.isPresent() ? cluster.lock(name.get()) : cluster.locks();
    if (json) {
      printJson(report);
    } else {
      print(report);
    }
    if (report.partial()) {
      var missing = new ArrayList<String>();
      if (report.view().members().isEmpty()) {
        missing.add("this node is no longer a member");
      }
      report.silent().forEach(each -> missing.add(each + " has not answered"));
      if (report.omitted() > 0) {
        missing.add("%,d requests are left out".formatted(report.omitted()));
      }
      err().println("sluice who: this is not all: " + String.join(", ", missing));
      return Exit.INCOMPLETE;
    }
    return Exit.FINE;
  }

  private void print(LockReport report) {
    if (report.locks().isEmpty()) {
      if (!report.partial()) {
        out().println(name.map("lock '%s' is free"::formatted).orElse("no lock is held"));
        out().flush();
      }
      return;
    }
    var table = new TextTable(WIDE, NARROW, WIDE, WIDE, NARROW, NARROW);
    table.row("LOCK", "STATE", "MEMBER", "THREAD", "FOR", "FENCE");
    for (LockState lock : report.locks()) {
      lock.holders().forEach(each -> row(table, lock, "held", each));
      lock.waiters().forEach(each -> row(table, lock, "waiting", each));
    }
    out().print(table.render());
    out().flush();
  }

  private static void row(TextTable table, LockState lock, String state, LockRequest request) {
    String room = request.room().isEmpty() ? "" : " (" + request.room() + ")";
    table.row(
        lock.name(),
        state + room,
        request.member().name(),
        request.thread(),
        words(request.time()),
        request.fence().isPresent() ? Long.toString(request.fence().getAsLong()) : "");
  }

  private static String words(Duration time) {
    return time.toSeconds() < 100
        ? "%.1f s".formatted(time.toMillis() / 1e3)
        : "%d:%02d:%02d".formatted(time.toHours(), time.toMinutesPart(), time.toSecondsPart());
  }

  private void printJson(LockReport report) {
    var all = Json.object().put("cluster", cluster());
    addView(all, report.view());
    all.put("partial", report.partial()).put("omitted", report.omitted());
    var silent = all.putArray("silent");
    report.silent().forEach(each -> silent.add(each.name()));
    var locks = all.putArray("locks");
    for (LockState lock : report.locks()) {
      var one = locks.addObject().put("name", lock.name()).put("algorithm", lock.algorithm());
      lock.holders().forEach(addTo(one.putArray("holders")));
      lock.waiters().forEach(addTo(one.putArray("waiters")));
    }
    Json.print(all, out());
  }

  private static Consumer<LockRequest> addTo(ArrayNode array) {
    return request -> {
      var one =
          array
              .addObject()
              .put("member", request.member().name())
              .put("thread", request.thread())
              .put("since", request.since().toString())
              .put("millis", request.time().toMillis());
      // As text: many parsers round numbers as large as these, also jq until 1.6.
      request.fence().ifPresent(fence -> one.put("fence", Long.toString(fence)));
      one.put("room", request.room())
          .put("unit", request.unit())
          .put("priority", request.priority());
    };
  }
}
