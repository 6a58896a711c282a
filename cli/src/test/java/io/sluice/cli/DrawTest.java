package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Exit;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrawTest {

  @TempDir private Path directory;

  @Test
  void showsARunInLetters() {
    var said = Spoken.by("draw", "central");
    assertThat(said.code()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.out())
        .startsWith("central on 3 nodes, 1 entry each, FIFO channels\n\n")
        .contains("p0 asks", "p2 releases")
        .endsWith("Every request is served, with 6 messages.\n");
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void drawsItIntoFiles() {
    Path svg = directory.resolve("run.svg");
    Path mermaid = directory.resolve("run.mmd");
    var said = Spoken.by("draw", "forks", "--svg", svg.toString(), "--mermaid", mermaid.toString());
    assertThat(said.out()).contains("Written: " + svg, "Written: " + mermaid);
    assertThat(svg).content().contains("forks on groups of 2x1: every request is served");
    assertThat(mermaid).content().startsWith("sequenceDiagram");
  }

  @Test
  void whoAsksIsSaidAndHowOftenWhetherOrNotTheFirstDoes() {
    assertThat(Spoken.by("draw", "lamport", "--asking", "p1", "--asking", "p2").out())
        .startsWith("lamport on 3 nodes, 1 entry each, FIFO channels, asked by p1 and p2\n");
  }

  @Test
  void tellsProgramsToo() {
    var said = Spoken.by("draw", "lamport", "--nodes", "4", "--asking", "p1,p3", "--json");
    assertThat(said.fields())
        .containsExactly("protocol", "nodes", "entries", "verdict", "what", "layout", "trace");
    assertThat(said.json().get("verdict").stringValue()).isEqualTo("ok");
    assertThat(said.json().get("what").stringValue()).contains("with 18 messages");
  }

  @Test
  void aProtocolThatFailsOnTheWayIsAnError() {
    var said = Spoken.by("draw", "maekawa-basic");
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.out()).contains("What is wrong: ", "still wait");
  }

  @Test
  void complainsOfWhatCannotBeDrawn() {
    Spoken.by("draw", "lamport", "--asking", "p7").complains("--asking p7", "no process");
    Spoken.by("draw", "lamport", "--entries", "unbounded").complains("bounded");
    Spoken.by("draw", "lamportt").complains("there is no protocol 'lamportt'");
  }
}
