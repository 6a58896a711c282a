package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DemoTest {

  @Test
  void theDemoCountsEveryRecord() {
    var said = Spoken.by("demo", "--seconds", "3", "--json");
    assertThat(said.code()).as(said.err()).isZero();
    var json = said.json();
    assertThat(json.get("recordsIn").asLong()).isPositive();
    assertThat(json.get("recordsOut").asLong()).isEqualTo(json.get("recordsIn").asLong());
    for (String count : new String[] {"lost", "doubled", "outOfOrder", "crashes"}) {
      assertThat(json.get(count).asLong()).as(count).isZero();
    }
    assertThat(json.get("instancesPeak").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(json.get("seconds").asDouble()).isBetween(3.0, 30.0);
    assertThat(json.has("actions") && json.has("longestGapMs")).isTrue();
  }

  @Test
  void inTheTerminalItEndsWithTheCount() {
    var said = Spoken.by("demo", "--seconds", "1.5", "--no-page");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .containsPattern("1 s: .*totals [1-9]")
        .contains("0 lost, 0 doubled, 0 out of order")
        .doesNotContain("browser");
  }

  /** A broker and three workers start, one is killed, and everything is counted: half a minute. */
  @Test
  @Tag("long")
  void onKafkaAWorkerIsKilledAndNothingIsLost() {
    var said = Spoken.by("demo", "--kafka", "--seconds", "20", "--no-page", "--json");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.fields())
        .containsExactly(
            "recordsIn",
            "recordsOut",
            "lost",
            "doubled",
            "outOfOrder",
            "actions",
            "longestGapMs",
            "instancesPeak",
            "crashes",
            "seconds");
    var json = said.json();
    assertThat(json.get("recordsIn").asLong()).isGreaterThan(1_000);
    assertThat(json.get("recordsOut").asLong()).isEqualTo(json.get("recordsIn").asLong());
    for (String count : new String[] {"lost", "doubled", "outOfOrder"}) {
      assertThat(json.get(count).asLong()).as(count).isZero();
    }
    assertThat(json.get("crashes").asInt()).isEqualTo(1);
  }
}
