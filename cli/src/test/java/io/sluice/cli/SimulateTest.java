package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Exit;
import org.junit.jupiter.api.Test;

class SimulateTest {

  @Test
  void tellsProgramsAllThatWasMeasured() {
    var said = Spoken.by("simulate", "ricart-agrawala", "--nodes", "5", "--entries", "4", "--json");
    assertThat(said.code()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.fields())
        .startsWith(
            "protocol",
            "nodes",
            "entries",
            "messages",
            "messagesPerEntry",
            "latencyMs",
            "meanOccupancy",
            "maxOccupancy",
            "simulatedSeconds",
            "seconds")
        .contains("verdict", "seed", "messagesByKind", "sessions");
    var json = said.json();
    assertThat(json.get("entries").longValue()).isEqualTo(20);
    assertThat(json.get("messages").longValue()).isEqualTo(20 * 2 * 4);
    assertThat(json.get("messagesPerEntry").doubleValue()).isEqualTo(8);
    assertThat(json.get("latencyMs").propertyNames()).containsExactly("mean", "p50", "p99", "max");
    assertThat(json.get("maxOccupancy").intValue()).isEqualTo(1);
    assertThat(json.get("verdict").stringValue()).isEqualTo("ok");
    assertThat(json.get("sessions").get("count").intValue()).isEqualTo(20);
    assertThat(json.get("sessions").get("full").intValue()).isEqualTo(20);
  }

  @Test
  void wherePrioritiesDifferEntriesAreCountedForEach() {
    String line =
        "simulate padme --config LFFU --tree binary:7 --latency 1s --hold 1s --think 0s"
            + " --duration 360s";
    var json = Spoken.by((line + " --json").split(" ")).json();
    assertThat(json.get("protocol").stringValue()).isEqualTo("padme-LFFU");
    assertThat(json.get("entries").intValue()).isEqualTo(181);
    // Under Level the leaves get nothing as long as the levels above them always ask.
    assertThat(json.get("entriesByPriority").propertyNames()).containsExactly("0", "1");
    assertThat(json.get("entriesByPriority").get("0").intValue()).isEqualTo(91);
    assertThat(Spoken.by(line.split(" ")).out()).contains("by priority  0: 91, 1: 90");
  }

  @Test
  void whereNoProcessIsServedThereIsNoAverage() {
    var line = "simulate ricart-agrawala --nodes 3 --loss 1 --duration 10s";
    assertThat(Spoken.by(line.split(" ")).out())
        .contains("entries      none in", "messages     ")
        .doesNotContain("per entry", "waiting ");
    var json = Spoken.by((line + " --json").split(" ")).json();
    assertThat(json.get("messagesPerEntry").isNull()).isTrue();
    assertThat(json.get("latencyMs").get("mean").isNull()).isTrue();
  }

  @Test
  void crashesPausesAndPartitionsAreOptions() {
    var crash = "simulate ricart-agrawala --nodes 3 --think 0s --crash p1@2s --json".split(" ");
    assertThat(Spoken.by(crash).json().get("verdict").stringValue())
        .as("every peer has to answer, also a crashed one")
        .isEqualTo("deadlock");
    var tolerated =
        "simulate ricart-agrawala-crash --nodes 3 --think 0s --crash p1@2s --json".split(" ");
    assertThat(Spoken.by(tolerated).json().get("verdict").stringValue()).isEqualTo("ok");
    var slow = "simulate ricart-agrawala --nodes 3 --entries 1 --think 0s --hold 1s --json";
    double undisturbed = seconds(slow);
    assertThat(seconds(slow + " --pause p0@10ms..60s"))
        .isGreaterThan(59)
        .isGreaterThan(undisturbed);
    assertThat(seconds(slow + " --partition p0+p1@0s..60s")).isGreaterThan(59);
    assertThat(
            Spoken.by((slow + " --partition p0@0s..60s --dropped").split(" "))
                .json()
                .get("verdict")
                .stringValue())
        .isEqualTo("deadlock");
  }

  private static double seconds(String line) {
    return Spoken.by(line.split(" ")).json().get("simulatedSeconds").doubleValue();
  }

  @Test
  void anyOfFourResources() {
    var said =
        Spoken.by(
            "simulate", "padme", "--units", "4", "--tree", "star:12", "--think", "0s", "--json");
    assertThat(said.code()).isZero();
    assertThat(said.json().get("maxOccupancy").intValue()).isEqualTo(4);
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    String[] line = {"simulate", "forks", "--groups", "3x3", "--seed", "7", "--json"};
    var once = Spoken.by(line).json();
    var again = Spoken.by(line).json();
    assertThat(again.get("latencyMs")).isEqualTo(once.get("latencyMs"));
    assertThat(again.get("messages")).isEqualTo(once.get("messages"));
  }

  @Test
  void whoWaitsForEverIsNamed() {
    // Every message is lost.
    var said = Spoken.by("simulate", "forks", "--groups", "1x1", "--loss", "1");
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.out()).contains("deadlock: ", "nothing can happen any more", "still wait");
  }

  @Test
  void instancesAreToldToScaleAtRandom() {
    String line = "simulate scaling --groups 3x3x3 --duplications 5 --deletions 3 --records 20";
    var said = Spoken.by(line.split(" ", -1));
    assertThat(said.code()).as(said.out()).isZero();
    assertThat(said.out())
        .startsWith("scaling on groups of 3x3x3 and up to 5 more, seed 1\n")
        .contains("ok: every order was carried out", "Pass ", "Guard ")
        .containsPattern("Start +5\n");
    Spoken.by("simulate", "forks", "--deletions", "1")
        .complains("forks knows no order named 'delete'");
  }

  @Test
  void aDurationEndsIt() {
    var said = Spoken.by("simulate", "central", "--nodes", "3", "--duration", "30s", "--json");
    assertThat(said.code()).isZero();
    assertThat(said.json().get("simulatedSeconds").doubleValue()).isEqualTo(30);
  }

  @Test
  void peopleGetAFewLines() {
    var said = Spoken.by("simulate", "forks");
    assertThat(said.out())
        .startsWith("forks on groups of 6x6, seed 1\nok: every client was served\n")
        .contains("entries", "messages", "waiting", "inside", "sessions");
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void aProtocolThatThrowsIsAViolation() {
    String line = "simulate scaling-published --no-fifo --duplications 9 --deletions 9";
    var said = Spoken.by(line.split(" "));
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.out()).contains("\nfailed: after ", " failed on ", "ImpossibleInput");
    var json = Spoken.by((line + " --json").split(" "));
    assertThat(json.code()).isEqualTo(Exit.VIOLATION);
    assertThat(json.json().get("verdict").stringValue()).isEqualTo("failed");
  }
}
