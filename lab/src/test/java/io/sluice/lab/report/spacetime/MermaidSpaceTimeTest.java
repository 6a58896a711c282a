package io.sluice.lab.report.spacetime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.report.Examples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MermaidSpaceTimeTest {
  @ParameterizedTest
  @CsvSource({
    "a;b, a#59;b",
    "#1, #35;1",
    "x<y, x#60;y",
    "at the end, at the #101;nd",
    "sender ended, sender ended",
    "100%, 100#37;",
  })
  void escapesWhatMermaidChokesOn(String text, String escaped) {
    assertThat(MermaidSpaceTime.escape(text)).isEqualTo(escaped);
  }

  @Test
  void linesBreakInsideALabelNotInTheSource() {
    assertThat(MermaidSpaceTime.escape("a\nb")).isEqualTo("a<br/>b");
    assertThat(MermaidSpaceTime.escape("")).isEqualTo("#8203;");
  }

  @Test
  void arrowsStandInTheOrderOfReceipt() {
    var run = new SpaceTimeRecorder("r", "").lane("a", "").lane("b", "").local("a", "");
    int first = run.send("b", "first");
    int second = run.send("b", "second");
    run.receive(second, "").receive(first, "");
    assertThat(MermaidSpaceTime.render(run.finish()))
        .containsSubsequence("n0-)n1: second", "n0-)n1: first");
  }

  @Test
  void scatteredGroupsGetNoBox() {
    var run = new SpaceTimeRecorder("r", "").lane("a", "A").lane("b", "B").lane("c", "A");
    assertThat(MermaidSpaceTime.render(run.finish())).doesNotContain("box");
  }

  @Test
  void everyBarThatBeginsEnds() {
    String text = MermaidSpaceTime.render(Examples.violation());
    assertThat(text.split("\\bactivate")).hasSameSizeAs(text.split("\\bdeactivate"));
  }
}
