package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Environment;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.Interrupt;
import io.sluice.cli.environment.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckTest {

  @TempDir private Path directory;

  @Test
  void findsThePublishedDeadlockOnAShortestWay() {
    var said = Spoken.by("check", "2fgme-published", "--groups", "2x1", "--json");
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.err()).isEmpty();
    assertThat(said.fields())
        .containsExactly(
            "protocol",
            "nodes",
            "entries",
            "verdict",
            "states",
            "seconds",
            "trace",
            "layout",
            "transitions",
            "depth",
            "what",
            "judged",
            "notJudged",
            "bytesPerWorld",
            "diskBytesPerWorld",
            "missedWorldProbability");
    var json = said.json();
    assertThat(json.get("judged").toString()).contains("exclusion", "deadlock");
    assertThat(json.get("notJudged").toString()).isEqualTo("[\"stuck\",\"starvation\"]");
    assertThat(json.get("protocol").stringValue()).isEqualTo("2fgme-published");
    assertThat(json.get("nodes").intValue()).isEqualTo(3);
    assertThat(json.get("entries").intValue()).isEqualTo(1);
    assertThat(json.get("verdict").stringValue()).isEqualTo("deadlock");
    assertThat(json.get("states").longValue()).isBetween(600L, 800L);
    assertThat(json.get("trace").size()).isEqualTo(16);
    var first = json.get("trace").get(0);
    assertThat(first.propertyNames())
        .containsExactly("event", "node", "peer", "text", "sent", "granted", "state");
    assertThat(first.get("event").stringValue()).isEqualTo("ask");
  }

  @Test
  void aTreeInAConfiguration() {
    String line = "check padme --config FRUU --tree chain:3 --entries 2 --orders change=1";
    var said = Spoken.by((line + " --json").split(" "));
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.json().get("protocol").stringValue()).isEqualTo("padme-FRUU:chain");
    assertThat(said.json().get("verdict").stringValue()).isEqualTo("ok");
  }

  @Test
  void latecomersInTheName() {
    var said = Spoken.by("check rooms:admitting=2 --groups 2x1 --overtaking --json".split(" "));
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.json().get("protocol").stringValue()).isEqualTo("rooms:admitting=2");
  }

  @Test
  void drawsTheDeadlockForPeople() {
    var said = Spoken.by("check", "2fgme-published");
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.err()).isEmpty();
    assertThat(said.out())
        .startsWith("2fgme-published on groups of 2x1, 1 entry each, FIFO channels\ndeadlock: ")
        .contains("  0 ", " 15 ", "b0 asks, Req(1.b0) → a0 a1", "Ack(end)")
        .contains("What is wrong: ", "b0 still waits.");
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(said.out()).doesNotContain("\u001b");
  }

  @Test
  void withoutUnicodeItDrawsInAscii() {
    var ascii = new Terminal(false, false, false, false);
    var said = Spoken.by(new Environment(ascii, new Interrupt()), "check", "2fgme-published");
    assertThat(said.out().chars()).allMatch(c -> c < 128);
  }

  @Test
  void coloursAreForTerminalsOnly() {
    var colourful = new Terminal(true, true, true, true);
    var said = Spoken.by(new Environment(colourful, new Interrupt()), "check", "forks");
    assertThat(said.out()).contains("\u001b[1;32mok\u001b[0m");
  }

  @Test
  void instancesAreToldToScale() {
    var published =
        Spoken.by("check", "scaling-published", "--groups", "1x1", "--duplications", "2", "--json");
    assertThat(published.code()).isEqualTo(Exit.VIOLATION);
    assertThat(published.json().get("verdict").stringValue()).isEqualTo("invariant:tables");
    assertThat(published.json().get("layout").get("pool").intValue()).isEqualTo(2);
    var guarded =
        Spoken.by(
            "check",
            "scaling",
            "--groups",
            "1x1",
            "--duplications",
            "1",
            "--deletions",
            "1",
            "--records",
            "1");
    assertThat(guarded.code()).isZero();
    assertThat(guarded.out())
        .startsWith(
            "scaling on groups of 1x1 and up to 1 more, up to 1 delete order,"
                + " up to 1 duplicate order, up to 1 record order, FIFO channels\nok: ");
    Spoken.by("check", "forks", "--duplications", "1")
        .complains("forks knows no order named 'duplicate'");
    Spoken.by("check", "scaling", "--deletions", "-1").complains("--deletions");
  }

  @Test
  void findsThatTheSwappedOneBreaksExclusion() {
    var said = Spoken.by("check", "2fgme-swapped", "--groups", "1x2", "--entries", "2");
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.out()).contains("exclusion: ").contains("are inside together.");
  }

  @Test
  void findsNothingWrongWithForks() {
    var said = Spoken.by("check", "forks", "--groups", "2x1", "--entries", "2", "--json");
    assertThat(said.code()).isZero();
    assertThat(said.json().get("verdict").stringValue()).isEqualTo("ok");
    assertThat(said.json().get("trace").isEmpty()).isTrue();
    assertThat(said.json().get("layout").toString()).isEqualTo("{\"groups\":[2,1]}");
  }

  @Test
  void unboundedEntriesAreSaidSo() {
    var said = Spoken.by("check", "ricart-agrawala", "--entries", "unbounded", "--json");
    assertThat(said.code()).isZero();
    assertThat(said.json().get("entries").stringValue()).isEqualTo("unbounded");
    assertThat(said.json().get("states").longValue()).isEqualTo(1804);
  }

  @Test
  void aMemoryLimitEndsTheSearchWithThree() {
    var said = Spoken.by("check", "forks", "--groups", "2x2", "--entries", "2", "--memory", "1k");
    assertThat(said.code()).isEqualTo(Exit.INCOMPLETE);
    assertThat(said.out()).contains("incomplete: ", "memory limit");
  }

  @Test
  void saysWhyAFileWasNotWritten() {
    Path file = directory.resolve("trace.svg");
    var said = Spoken.by("check", "forks", "--svg", file.toString());
    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("Nothing was written: there is no trace to show.");
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "'forks --groups 2x2', 'There are fewer worlds with --symmetry and --reduced.'",
    "'forks --groups 2x2 --symmetry', 'There are fewer worlds with --reduced.'",
    "'forks --groups 1x1', 'There are fewer worlds with --reduced.'",
    "'forks --groups 2x2 --crashes 1', 'There are fewer worlds with --symmetry.'",
    "'forks --groups 2x2 --symmetry --reduced', ''",
    "'forks --groups 2x2 --entries unbounded', ''",
  })
  void whoGetsNoAnswerIsToldHowToGetOne(String options, String remedy) {
    var said = Spoken.by(("check " + options + " --memory 1k").split(" ", -1));
    assertThat(said.code()).isEqualTo(Exit.INCOMPLETE);
    if (remedy.isEmpty()) {
      assertThat(said.out()).doesNotContain("fewer worlds");
    } else {
      assertThat(said.out().lines()).last().isEqualTo(remedy);
    }
  }

  @Test
  void anInterruptEndsTheSearchAndSaysHowFarItCame() {
    var interrupted = new Interrupt();
    interrupted.finish();
    interrupted.request();
    var said = Spoken.by(new Environment(Terminal.NONE, interrupted), "check", "forks", "--json");
    assertThat(said.code()).isEqualTo(Exit.INCOMPLETE);
    assertThat(said.json().get("verdict").stringValue()).isEqualTo("incomplete");
  }

  @Test
  void searchesAnyConflictGraph() throws IOException {
    Path ring = directory.resolve("ring.txt");
    Files.writeString(
        ring,
        """
        # four in a ring
        nodes north east south west
        north -- east
        east--south      # blanks may be left out
        south -- west
        west -- north
        """);
    var said = Spoken.by("check", "forks", "--graph", ring.toString(), "--json");
    assertThat(said.code()).isZero();
    assertThat(said.json().get("layout").get("graph").get("edges").size()).isEqualTo(4);
    Files.writeString(ring, "\uFEFFleft -- middle\nmiddle -- right\n"); // as some editors do
    said = Spoken.by("check", "forks", "--graph", ring.toString());
    assertThat(said.out()).startsWith("forks on a graph of 3 nodes and 2 edges, 1 entry each");
  }

  @Test
  void faultsAndChannelsAreSaid() {
    var said = Spoken.by("check", "ricart-agrawala", "--nodes", "2", "--no-fifo", "--losses", "1");
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.out())
        .startsWith("ricart-agrawala on 2 nodes, 1 entry each, channels in any order, up to 1 loss")
        .contains("lost: ");
  }

  @Test
  void whatBefallsTheClusterIsSaid() {
    var said = Spoken.by("check padme --tree chain:2 --orders change=1 --departures 1".split(" "));
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .startsWith(
            "padme-FRUU:chain on 2 nodes, 1 entry each, up to 1 change order, FIFO channels,"
                + " up to 1 departure\n");
  }

  @Test
  void departuresAreAlsoFoundUnderTheirEarlierName() {
    var said = Spoken.by("check padme --tree chain:2 --leaves 1".split(" "));
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("FIFO channels, up to 1 departure\n");
    assertThat(Spoken.by("check", "--help").out())
        .contains("--departures")
        .doesNotContain("--leaves");
  }

  @Test
  void aProtocolThatThrowsIsAViolation() {
    String[] line = "check ricart-agrawala --nodes 3 --duplicates 1 --json".split(" ");
    var said = Spoken.by(line);
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.json().get("verdict").stringValue()).isEqualTo("failed");
    assertThat(said.json().get("what").stringValue())
        .contains(" failed on message Reply[] from ", "io.sluice.protocol.ImpossibleInput");
    assertThat(said.json().get("trace").size()).isPositive();
  }

  @Test
  void aMessageThatArrivesTwiceIsDrawnTwice() {
    var said = Spoken.by("check", "ricart-agrawala", "--nodes", "2", "--duplicates", "1");
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.out()).contains("will get it again");
  }

  @Test
  void writesThePicturesAndLeavesNothingElse() throws IOException {
    Path svg = directory.resolve("bug.svg");
    Path mermaid = directory.resolve("bug.mmd");
    Path trace = directory.resolve("bug.json");
    var said =
        Spoken.by(
            "check",
            "2fgme-published",
            "--svg",
            svg.toString(),
            "--mermaid",
            mermaid.toString(),
            "--trace",
            trace.toString());
    assertThat(said.out()).contains("Written: " + svg, "Written: " + mermaid, "Written: " + trace);
    assertThat(svg).content().startsWith("<svg");
    assertThat(mermaid).content().startsWith("sequenceDiagram");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactlyInAnyOrder(svg, mermaid, trace);
    }
  }
}
