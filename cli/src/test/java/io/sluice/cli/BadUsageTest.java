package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input gives one clear line and exit code 2, never a stack trace. */
class BadUsageTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "check fork, there is no protocol 'fork'; did you mean forks?",
    "check FORKS, did you mean forks?",
    "check richart-agrawala, did you mean ricart-agrawala?",
    "check 2fgme-publised, did you mean 2fgme-published?",
    "check zookeeper, there is no protocol 'zookeeper'; sluice list shows all",
    "check rooms:admitting=few, there is no protocol 'rooms:admitting=few'; write rooms:lazy:alpha=A:arity=M:admitting=K",
    "simulate fork, did you mean forks?",
    "chekc forks, there is no command 'chekc'; did you mean check?",
    "lab lst, did you mean list?",
    "lab run gme-trafic-nodes, did you mean gme-traffic-nodes?",
    "lab run mobile-churn-milion, did you mean mobile-churn-million?",
    "check forks --group 2x1, there is no option '--group'; did you mean --groups?",
    "check forks --nods=3, there is no option '--nods'; did you mean --nodes?"
  })
  void anUnknownNameSuggestsTheNearest(String line, String complaint) {
    Spoken.by(line.split(" ")).complains(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "check | Missing required parameter",
        "check forks extra | unexpected argument 'extra'",
        "check forks --groups 0x2 | --groups 0x2: a group has at least one member, not 0",
        "check forks --groups 2 | --groups 2: write the sizes with an x between them",
        "check forks --groups -1x2 | --groups -1x2: write the sizes",
        "check forks --groups axb | --groups axb",
        "check forks --groups 999999999x999999999 | the most is 10,000,000 nodes",
        "check forks --groups 40x40 | at most 32 processes",
        "check forks --groups | --groups",
        "check forks --nodes 0 | --nodes 0: a cluster has at least one node, not 0",
        "check forks --nodes -3 | --nodes -3: a cluster has at least one node",
        "check forks --nodes three | 'three' is not a whole number",
        "check forks --nodes 99999999999 | '99999999999' is too large: at most 2,147,483,647",
        "check forks --nodes 3 --groups 2x1 | mutually exclusive",
        "check forks --nodes 3 --nodes 4 | an option is given twice: use only one of --nodes",
        "check 2fgme --nodes 3 | exactly two",
        "check rw-lmp --readers 0 --writers 0 | a cluster has at least one node, not 0",
        "check rw-lmp --readers x | 'x' is not a whole number",
        "check forks --readers 2 | protocols with shared locks, not for forks",
        "check padme --tree /dev/null | --tree /dev/null: the file lists no parents",
        "check padme --config FRUX | --config FRUX: write four letters",
        "check padme --tree chain:0 | --tree chain:0: after the colon, write the number",
        "check padme --tree chain:many | --tree chain:many: after the colon",
        "check padme --tree chian:3 | --tree chian:3: write chain:N, star:N, binary:N, or an existing file",
        "check padme --tree chain:3 --nodes 3 | mutually exclusive",
        "check padme --clock wall | --clock wall: write own or shared",
        "check padme --units 0 | --units 0: write 1 to 1000",
        "check padme --orders dance=1 | padme knows no order named 'dance'",
        "check padme --orders change=-1 | --orders change -1: write a number from 0 up",
        "check padme --orders change | Value for option '--orders'",
        "check scaling --orders duplicate=2 | --orders duplicate=2: write --duplications 2",
        "check padme-FRUX | there is no protocol 'padme-FRUX'",
        "check forks --config FRUU | are for padme, not for forks",
        "simulate lamport --tree chain:3 | are for padme, not for lamport",
        "check forks --entries 10000000000 | --entries 10000000000: too large",
        "simulate forks --seed 99999999999999999999 | too large; a seed is at most 9,223",
        "simulate forks --crash p1 | --crash p1: write processes and time with an @",
        "simulate forks --nodes 2 --crash p7@1s | there is no process 'p7'; there are p0, p1",
        "simulate forks --nodes 2 --crash p1@soon | --crash p1@soon: 'soon' is not a length of time",
        "simulate forks --nodes 2 --pause p1@2s | --pause p1@2s: write from when to when",
        "simulate forks --nodes 2 --partition p0+p1@2s..1s | it ends before it begins",
        "simulate forks --nodes 2 --crash p1@1s --detection x | --detection x",
        "check forks --entries -1 | --entries -1: write a whole number from 1 up, or unbounded",
        "check forks --entries 0 | --entries 0",
        "check forks --entries many | --entries many",
        "check forks --crashes -1 | --crashes -1: write a number from 0 up",
        "check forks --losses -2 | --losses -2",
        "check forks --duplicates -2 | --duplicates -2",
        "check forks --losses many | 'many' is not a whole number",
        "check forks --losses 2147483647 | --losses 2147483647: at most 1,000,000",
        "check padme --losses 1000000 --crashes 1000000 | ask for fewer",
        "check forks --workers 0 | at least one worker",
        "check forks --workers 100000 | --workers 100000: at most 1,024 are possible",
        "check forks --memory 4 | --memory 4: write a number and a unit",
        "check forks --memory 0m | write more than 0",
        "check forks --memory 99999g | SLUICE_JAVA_ARGS",
        "check ricart-agrawala --overtaking | states no bound on overtaking",
        "check forks --symmetry --entries unbounded | symmetry goes with a bounded number",
        "check forks --reduced --losses 1 | a reduced search goes with a bounded number",
        "check forks --graph /no/such/file | cannot read /no/such/file: there is no such file",
        "check forks --svg /no/such/place/x.svg | there is no directory",
        "check forks --trace / | it is a directory",
        "check forks --svg bug.svg --trace ./bug.svg | two options name this file",
        "draw forks --svg bug --mermaid bug | two options name this file",
        "draw forks --asking , | --asking : no process has that name",
        "draw forks --entries x | --entries x: write a whole number from 1 up",
        "simulate forks --think soon | --think soon",
        "simulate forks --latency 5ms..1ms | --latency 5ms..1ms: the shortest delay, 5ms, exceeds",
        "simulate forks --latency -1ms | --latency -1ms",
        "simulate forks --loss 2 | --loss 2: the probability of loss must be from 0 to 1",
        "simulate forks --loss NaN | --loss NaN",
        "simulate forks --loss much | --loss much: a probability is a number",
        "simulate forks --seed x | --seed x: a seed is a whole number",
        "simulate forks --entries -5 | --entries -5",
        "simulate forks --entries unbounded | set a --duration",
        "simulate ra1 --entries 0 | --entries 0",
        "simulate 2fgme --nodes 3 | exactly two",
        "simulate forks --duration never | --duration never",
        "simulate scaling --think 2s | --think has no effect: instances of a pipeline do not ask",
        "simulate scaling --hold 2s | --hold has no effect",
        "simulate scaling --entries 3 | --entries has no effect",
        "check scaling --entries 3 | --entries has no effect",
        "simulate scaling --records 2147483647 | --records 2147483647: at most 1,000,000",
        "list --measured --nodes 0 | --nodes 0: write 3 to 1,000",
        "list --measured --nodes 4,1000000 | --nodes 1000000: write 3 to 1,000",
        "replay /no/such/file | there is no such file",
        "replay | Missing required parameter",
        "lab run | name the experiments to run, or use --all",
        "lab run --all gme-latency | not both",
        "lab run --all --seeds 0 | --seeds 0",
        "lab run --all --seeds 2000000000 | --seeds 2000000000: write 1 to 10,000",
        "lab run gme-latency --live local --time-scale abc | 'abc' is not a number",
        "lab run gme-latency --live local --time-scale NaN | --time-scale NaN: write 0.001 to",
        "lab run gme-latency --live local --time-scale Infinity | --time-scale Infinity: write",
        "lab run gme-latency --live local --time-scale 1e-30 | --time-scale 1.0E-30: write 0.001",
        "lab run --all --out /dev/null/report | cannot create the directory /dev/null/report",
        "demo --seconds 0 | --seconds 0.0: write",
        "tour --out /dev/null/report | cannot create the directory"
      })
  void badValuesAreNamed(String line, String complaint) {
    Spoken.by(line.split(" ")).complains(complaint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--json", ""})
  void programsHearItTheSameWay(String json) {
    Spoken.by(("check fork " + json).strip().split(" ")).complains("did you mean forks?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodes a b;a -- c | line 2: the edge names c, which is not declared as a node",
        "nodes alpha beta;alpha -- bta | did you mean beta?",
        "a -- a | line 1: a cannot compete with itself",
        "a -- b;# again;b -- a | line 3: the edge b -- a is already declared in line 1",
        "nodes a b;nodes c a | line 2: node a is already declared in line 1",
        "a -- b -- c | line 1: expected `nodes NAME...` or `NAME -- NAME`",
        "a b | line 1: expected",
        "nodes | line 1: expected",
        "a -- ? | line 1: '?' is not a valid name",
        "# nothing | the graph has no nodes"
      })
  void aBadGraphFileIsNamedWithItsLine(String lines, String complaint) throws IOException {
    Path file = directory.resolve("conflicts.txt");
    Files.writeString(file, lines.replace(';', '\n'));
    Spoken.by("check", "forks", "--graph", file.toString()).complains("conflicts.txt", complaint);
  }

  @Test
  void aBinaryGraphFileIsRefused() throws IOException {
    Path file = directory.resolve("conflicts.bin");
    Files.write(file, new byte[] {(byte) 0xff, 0x00, (byte) 0xfe});
    Spoken.by("check", "forks", "--graph", file.toString()).complains("not text in UTF-8");
  }

  @Test
  void aFileInTheWayOfTheReportIsNamed() throws IOException {
    Path file = Files.createFile(directory.resolve("report"));
    Spoken.by("lab", "run", "--all", "--out", file.toString())
        .complains("cannot create the directory", "a file with that name exists");
  }

  @Test
  void whatTheSystemSaysOfAFullDiskIsPassedOn() {
    assumeThat(Path.of("/dev/full")).exists();
    Spoken.by("draw", "forks", "--svg", "/dev/full")
        .complains("cannot write /dev/full: No space left on device (try");
  }

  @Test
  void aDirectoryIsNoTrace() {
    Spoken.by("replay", directory.toString()).complains("is a directory");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "demo",
        "tour",
        "theatre",
        "theatre export",
        "list",
        "check",
        "simulate",
        "draw",
        "replay",
        "lab",
        "lab list",
        "lab run",
        "lab advise",
        "lock",
        "node",
        "run",
        "keys"
      })
  void everyCommandHasHelpWithExamples(String command) {
    var said = Spoken.by((command + " --help").strip().split(" "));
    assertThat(said.code()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.out())
        .contains("Usage: " + ("sluice " + command).strip(), "Examples:", "  sluice ");
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 80);
  }
}
