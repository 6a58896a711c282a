package io.sluice.lab.experiment.gme;

import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.group.TwoFixedGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * How often 2-FGME's pseudo-code works as it is printed, and with the two lines exchanged that make
 * it stop. The reason why the charts show a repaired version.
 */
final class GmeAsPrinted {

  private static final int NODES = 12;
  private static final int ENTRIES = 10;

  /** One edition of the pseudo-code under one load. */
  private record Cell(String edition, Algorithm<?, ?> algorithm, String load, GmeSetup setup) {}

  /** How a run ended, and after how many entries. */
  private record Ending(End end, long entries) {
    static Ending of(Outcome outcome) {
      return new Ending(outcome.end(), outcome.entries());
    }
  }

  private GmeAsPrinted() {}

  /** Runs all cells and adds a table to the section. */
  static void report(
      Section.Builder section, int seeds, String name, Options options, Progress progress) {
    var endings =
        Grid.run(
            name,
            cells(),
            _ -> seeds,
            (cell, seed) ->
                Ending.of(Trial.run(cell.setup.simulation(cell.algorithm), seed, options)),
            options,
            progress);
    var rows = new ArrayList<Comparison>();
    endings.forEach((cell, ofSeeds) -> rows.add(row(cell, ofSeeds)));
    section
        .compare(
            ("Runs that complete: 2-FGME's pseudo-code as printed (%d nodes, inCS = 1 s, y ="
                    + " %d)")
                .formatted(NODES, ENTRIES),
            rows.toArray(Comparison[]::new))
        .note(
            "As printed, Algorithm 2 empties reqs_to_send before it subtracts it from"
                + " acks_to_ign (lines 64-65 and 84-85), so that a node can ignore a valid Ack and"
                + " wait forever. With the lines exchanged, an Ack can still be taken for the"
                + " answer to a later request, and exclusion fails. The charts show 2-FGME with"
                + " both errors repaired.");
  }

  private static List<Cell> cells() {
    return Stream.concat(
            cells("as printed", TwoFixedGroups.ALGORITHM_PUBLISHED),
            cells("lines exchanged", TwoFixedGroups.ALGORITHM_SWAPPED))
        .toList();
  }

  private static Stream<Cell> cells(String edition, Algorithm<?, ?> algorithm) {
    var paper = GmeSetup.of(NODES, ENTRIES, "1s", "1s");
    return Stream.of(
        new Cell(edition, algorithm, "P = 1 s", paper),
        new Cell(
            edition,
            algorithm,
            "P = 1 s, all first requests within 5 ms",
            paper.firstAsksWithin("5ms")),
        new Cell(edition, algorithm, "P = 0", GmeSetup.of(NODES, ENTRIES, "0s", "1s")));
  }

  private static Comparison row(Cell cell, List<Ending> endings) {
    long complete = endings.stream().filter(ending -> ending.end == End.COMPLETE).count();
    String why =
        summary(endings, End.STALLED, "deadlocked")
            + summary(endings, End.VIOLATION, "broke exclusion");
    return new PaperValue(
            cell.edition + ", " + cell.load, new Measure("all", OptionalDouble.of(1)), why.strip())
        .beside(
            new Measure(
                "%d of %d".formatted(complete, endings.size()),
                OptionalDouble.of((double) complete / endings.size())));
  }

  private static String summary(List<Ending> endings, End end, String what) {
    var entries =
        endings.stream().filter(ending -> ending.end == end).map(Ending::entries).sorted().toList();
    return switch (entries.size()) {
      case 0 -> "";
      case 1 -> "One %s after %d entries. ".formatted(what, entries.getFirst());
      default ->
          "%d %s after %d to %d entries. "
              .formatted(entries.size(), what, entries.getFirst(), entries.getLast());
    };
  }
}
