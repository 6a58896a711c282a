package io.sluice.cli.command;

import io.sluice.cli.option.Count;
import io.sluice.cli.option.DrawingOptions;
import io.sluice.cli.option.Entries;
import io.sluice.cli.option.Nearest;
import io.sluice.cli.option.OutFile;
import io.sluice.cli.option.SubjectOptions;
import io.sluice.cli.text.CheckJson;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.SearchText;
import io.sluice.lab.explore.Example;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.trace.TraceJson;
import io.sluice.lab.layout.LayoutJson;
import io.sluice.lab.layout.LayoutSpec;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice draw}: shows one ordinary run. */
@Command(
    name = "draw",
    header = "Draw one run of a protocol as a space-time diagram.",
    description = {
      "All processes ask at once; then the step that has been possible for longest is always"
          + " taken next, until every process has been inside. The same protocol always gives the"
          + " same run."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice draw lamport",
      "  sluice draw raymond --nodes 4 --asking p2,p3 --svg raymond.svg",
      "  sluice draw forks --groups 2x2 --mermaid forks.mmd",
      "  sluice draw membership --nodes 2 --departures 1"
    })
public final class DrawCommand extends Subcommand {

  @Mixin private SubjectOptions subject;

  @Option(
      names = "--entries",
      paramLabel = "E",
      defaultValue = "1",
      description = "How often each process asks (default: 1).")
  private String entries;

  @Option(
      names = "--asking",
      paramLabel = "NAME[,NAME...]",
      description = "Only these processes ask (default: all).")
  private List<String> named = List.of();

  @Option(
      names = "--joins",
      paramLabel = "J",
      defaultValue = "0",
      description = "J more processes, which join, in a protocol that draws its changes.")
  private int joins;

  @Option(
      names = "--departures",
      paramLabel = "D",
      defaultValue = "0",
      description = "D members depart, in a protocol that draws its changes.")
  private int departures;

  @Mixin private DrawingOptions drawings;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    var scope = scope();
    OutFile.checkAll(drawings.files());
    var example = Example.of(scope);
    var written = drawings.draw(SearchText.picture(scope, example.trace(), example.what()));
    if (json) {
      printJson(scope, example);
    } else {
      print(scope, example, written);
    }
    return CheckCommand.code(example.verdict());
  }

  private Scope<?, ?> scope() {
    var churn = new Churn(Count.of("--joins", joins), Count.of("--departures", departures), 0);
    var drawn =
        subject.subject(
            Family::toSearch, founders -> joins == 0 ? founders : founders.plusNewcomers(joins));
    if (drawn.algorithm().settled().isEmpty() && !churn.equals(Churn.NONE)) {
      throw new IllegalArgumentException(
          "--joins and --departures are drawn for membership only, not for "
              + drawn.algorithm().name());
    }
    var processes = drawn.layout();
    checkAsking(processes);
    var asking = asking();
    return Scope.of(drawn.algorithm(), processes, Entries.parseBounded(entries))
        .with(churn)
        .withClaims(drawn.claims())
        .asking(node -> asking.isEmpty() || asking.contains(processes.name(node)));
  }

  private void checkAsking(Layout processes) {
    var names = IntStream.range(0, processes.size()).mapToObj(processes::name).toList();
    for (String name : asking()) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "--asking %s: no process has that name%s"
                .formatted(name, Nearest.questionOr(name, names, "")));
      }
    }
  }

  /** Not split by picocli, which drops a lone comma: then all processes would ask. */
  private List<String> asking() {
    return named.stream().flatMap(names -> Stream.of(names.split(",", -1))).toList();
  }

  private void print(Scope<?, ?> scope, Example example, List<Path> written) {
    String askers = named.isEmpty() ? "" : ", asked by " + String.join(" and ", asking());
    out().println(SearchText.scope(scope) + askers);
    out().println();
    out().print(SearchText.diagram(example.trace(), scope.layout(), terminal()));
    out().println();
    out().println(SearchText.sentence(example.verdict(), example.what()));
    written.forEach(file -> out().println("Written: " + file));
    out().flush();
  }

  private void printJson(Scope<?, ?> scope, Example example) {
    var root = Json.object();
    CheckJson.putScope(root, scope);
    root.put("verdict", example.verdict().word());
    root.put("what", example.what());
    root.set("layout", LayoutJson.write(LayoutSpec.of(scope.layout())));
    root.set("trace", TraceJson.write(example.trace(), scope.layout()));
    Json.print(root, out());
  }
}
