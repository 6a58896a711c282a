package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayCommandTest {

  @TempDir private Path directory;
  private Path trace;

  @BeforeEach
  void findADeadlock() {
    trace = directory.resolve("bug.json");
    Spoken.by("check", "2fgme-published", "--trace", trace.toString());
  }

  private Spoken replay(String... more) {
    var args = new ArrayList<>(List.of("replay", trace.toString()));
    args.addAll(List.of(more));
    return Spoken.by(args.toArray(String[]::new));
  }

  private void change(String from, String to) throws IOException {
    String text = Files.readString(trace);
    assertThat(text).contains(from);
    Files.writeString(trace, text.replaceFirst(Pattern.quote(from), to));
  }

  @Test
  void showsTheErrorAgain() {
    var said = replay();
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.err()).isEmpty();
    assertThat(said.out())
        .contains("  0  a0 asks; sends Req(1.a0) to b0", " 15  b0 receives Ack from a1")
        .contains("a0 receives Ack from b0 and enters", "b0 = State[phase=Requesting")
        .contains("\ndeadlock: ")
        .endsWith("b0 still waits\n");
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void aTreeAndItsConfigurationAreSavedToo() throws IOException {
    var tree = Files.writeString(directory.resolve("tree.txt"), "0 # p1 below p0\n1\n");
    String line = "check padme --config LFFU --clock own --losses 1 --tree " + tree;
    var found = Spoken.by((line + " --trace " + trace).split(" "));
    assertThat(found.out()).contains("padme-LFFU:0,1:own on 3 nodes", "invariant:one-token");
    var said = replay();
    assertThat(said.code()).as(said.err()).isEqualTo(Exit.VIOLATION);
    assertThat(said.out()).contains("padme-LFFU:0,1:own on 3 nodes", "\ninvariant:one-token: ");
  }

  @Test
  void theNameSaysHowManyLatecomersThereMayBe() {
    String line = "check rooms:admitting=1 --groups 2x1 --losses 1 --trace " + trace;
    assertThat(Spoken.by(line.split(" ")).code()).isEqualTo(Exit.VIOLATION);
    assertThat(replay().out()).contains("rooms:admitting=1 on groups of 2x1");
  }

  @Test
  void tellsProgramsToo() {
    var said = replay("--json");
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.fields())
        .containsExactly(
            "protocol",
            "nodes",
            "entries",
            "verdict",
            "recorded",
            "reproduced",
            "what",
            "layout",
            "trace");
    assertThat(said.json().get("reproduced").booleanValue()).isTrue();
    assertThat(said.json().get("trace").size()).isEqualTo(16);
  }

  @Test
  void drawsIt() {
    Path svg = directory.resolve("bug.svg");
    assertThat(replay("--svg", svg.toString()).out()).contains("Written: " + svg);
    assertThat(svg).content().contains("Req(1.b0)");
  }

  /** Without the last step the deadlock is not there yet. */
  private void cutTheLastStep() throws IOException {
    String text = Files.readString(trace);
    Files.writeString(trace, text.substring(0, text.lastIndexOf("}, {")) + "} ] }");
  }

  @Test
  void thatNobodyWillEverBeServedCannotBeSeenAtTheEndAndIsToldAsRecorded() throws IOException {
    cutTheLastStep();
    change("\"verdict\" : \"deadlock\"", "\"verdict\" : \"stuck\"");
    var said = replay();
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.out()).contains("stuck: ", "as recorded");
    // A step that came out otherwise makes the record worthless.
    change("clock=1", "clock=2");
    assertThat(replay().code()).isZero();
  }

  @Test
  void aTraceThatEndsWellIsFine() throws IOException {
    cutTheLastStep();
    var said = replay();
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("ok: nothing is wrong at the end of this trace");
  }

  @Test
  void exclusionIsReproducedToo() {
    Spoken.by(
        "check", "2fgme-swapped", "--groups", "1x2", "--entries", "2", "--trace", trace.toString());
    assertThat(replay().out()).contains("exclusion: ", "are inside together");
    assertThat(replay().code()).isEqualTo(Exit.VIOLATION);
  }

  @Test
  void aProtocolThatThrewThrowsAgain() {
    Spoken.by("check", "ricart-agrawala", "--duplicates", "1", "--trace", trace.toString());
    var said = replay("--json");
    assertThat(said.code()).isEqualTo(Exit.VIOLATION);
    assertThat(said.json().get("verdict").stringValue()).isEqualTo("failed");
    assertThat(said.json().get("reproduced").booleanValue()).isTrue();
    assertThat(replay().out()).contains("\nfailed: p", " failed on message Reply[] from p");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"a1\" | \"a7\" | steps[1].node is \"a7\": no process has that name",
        "\"event\" : \"receive\" | \"event\" : \"explode\" | steps[3].event is \"explode\"",
        "\"peer\" : \"b0\" | \"peer\" : null | this event needs a peer",
        "2fgme-published | fork | no protocol is named 'fork'",
        "2fgme-published | central | does not fit central: event",
        "[ 2, 1 ] | [ 2, 0 ] | layout.groups[1] is 0: expected a whole number from 1 to 32",
        "[ 2, 1 ] | [ 3 ] | at least two groups",
        "[ 2, 1 ] | [ 20, 20 ] | at most 32 processes",
        "\"entries\" : 1 | \"entries\" : 0 | entries is 0: expected a whole number",
        "\"cycle\" : -1 | \"cycle\" : 99 | cycle is 99",
        "\"channels\" : \"fifo\" | \"channels\" : \"lossy\" | expected one of fifo, unordered",
        "\"sluiceTrace\" : 1 | \"sluiceTrace\" : 2 | format 2",
        "\"sluiceTrace\" | \"something\" | the field sluiceTrace is missing",
        "\"steps\" : [ | \"steps\" : [ { ] | not JSON: line 18",
        "\"granted\" : false | \"granted\" : \"no\" | expected true or false"
      })
  void aTamperedFileGetsOneClearLine(String from, String to, String complaint) throws IOException {
    change(from, to);
    var said = replay("--json");
    said.complains(trace.toString(), complaint);
  }

  @Test
  void anEventThatCannotHappenIsNamedWithTheReason() throws IOException {
    String text = Files.readString(trace);
    // Row 3 delivers to a0; let the message come from where none is on its way.
    int third = text.indexOf("\"event\" : \"receive\"");
    String changed =
        text.substring(0, third) + text.substring(third).replaceFirst("\"b0\"", "\"a1\"");
    Files.writeString(trace, changed);
    replay("--json")
        .complains(
            "event 3, \"a0: receive Req[reqId=Ticket[time=1, node=2]] from a1\", cannot happen here:"
                + " nothing is on its way from a1 to a0");
  }

  @Test
  void aMessageThatIsAnotherIsNamed() throws IOException {
    change(
        "\"text\" : \"Req[reqId=Ticket[time=1, node=2]]\"",
        "\"text\" : \"Req[reqId=Ticket[time=9, node=2]]\"");
    replay("--json").complains("what a0 can receive from b0 is Req(1.b0)");
  }
}
