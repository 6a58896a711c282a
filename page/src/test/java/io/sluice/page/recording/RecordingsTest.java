package io.sluice.page.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cluster.local.Local;
import io.sluice.lab.explore.trace.Event;
import io.sluice.locks.Sluice;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.catalogue.Catalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of live nodes become runs in causal order. */
@Timeout(120)
class RecordingsTest {

  private static final int ROUNDS = 10;

  @TempDir static Path shared;
  @TempDir Path directory;

  private static List<String> texts = List.of();

  @BeforeAll
  static void record() throws Exception {
    texts = RecordedCluster.run(shared, ROUNDS);
  }

  private static RecordedRun run(Recordings recordings, String lock) {
    return recordings.runs().stream()
        .filter(run -> run.lock().equals(lock) && run.members().size() == 3)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void threeNodesOverTcpBecomeOneRunOfEachLock() {
    var recordings = Recordings.read(texts, Catalogue.builtIn());
    for (String lock : List.of("invoice", "catalogue", "printers")) {
      var run = run(recordings, lock);
      assertThat(run.members()).as(lock).containsExactlyInAnyOrder("ada", "bob", "cyd");
      assertThat(run.entries()).as(lock).isBetween(3L, 3L * ROUNDS);
      assertThat(run.notes()).as(lock).isEmpty();
      assertThat(recordings.finding(run)).as(lock).isEmpty();
    }
    assertThat(run(recordings, "invoice").entries()).isEqualTo(3L * ROUNDS);
  }

  @Test
  void everyMessageIsSentBeforeItArrives() {
    var run = run(Recordings.read(texts, Catalogue.builtIn()), "invoice");
    var inTransit = new ArrayList<String>();
    int received = 0;
    for (var event : run.events()) {
      if (event.step().event() instanceof Event.Receive(int to, int from, var message)) {
        received++;
        assertThat(inTransit.remove(from + " " + to + " " + message)).isTrue();
      }
      for (var sent : event.step().sent()) {
        inTransit.add(event.process() + " " + sent.to() + " " + sent.message());
      }
    }
    // A node that finds the lock at home needs no message; the two that begin without it do.
    assertThat(received).isGreaterThanOrEqualTo(2);
  }

  @Test
  void theOrderOfTheFilesDoesNotMatter() {
    var forth = run(Recordings.read(texts, Catalogue.builtIn()), "invoice");
    var back = run(Recordings.read(texts.reversed(), Catalogue.builtIn()), "invoice");
    assertThat(back.events()).isEqualTo(forth.events());
  }

  @Test
  void whatWasNotRecordedIsSaid() {
    var recordings = Recordings.read(texts.subList(0, 2), Catalogue.builtIn());
    var run = run(recordings, "invoice");
    assertThat(run.notes())
        .anyMatch(note -> note.startsWith("cyd of view") && note.contains("has no recording here"))
        .anyMatch(note -> note.contains("whose sending is not in these recordings"));
    assertThat(recordings.finding(run)).isEmpty();
  }

  @Test
  void aRecordingThatIsCutOffInALineIsReadUpToThere() {
    String text = texts.getFirst();
    var cut = List.of(text.substring(0, text.length() * 2 / 3), texts.get(1), texts.get(2));
    assertThat(run(Recordings.read(cut, Catalogue.builtIn()), "invoice").notes())
        .anyMatch(note -> note.startsWith("the recording of ada ends at"))
        .anyMatch(note -> note.contains("was killed, or still runs"));
  }

  @Test
  void aProcessThatIsKilledLeavesAReadableRecording() throws Exception {
    var child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Endless.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("out").toFile())
            .start();
    var file = RecordedCluster.file(directory, "endless");
    while (child.isAlive() && (!Files.exists(file) || Files.size(file) < 20_000)) {
      Thread.onSpinWait();
    }
    child.destroyForcibly().waitFor();
    var recordings = Recordings.read(List.of(Files.readString(file)), Catalogue.builtIn());
    var run = recordings.runs().getFirst();
    assertThat(run.entries()).isGreaterThan(10);
    assertThat(run.notes()).anyMatch(note -> note.contains("was killed, or still runs"));
  }

  /** Acquires a lock again and again until it is killed. */
  static final class Endless {
    static void main(String... arguments) throws Exception {
      var builder = RecordedCluster.node("killed", "endless", Path.of(arguments[0]));
      try (var sluice = builder.join()) {
        while (true) {
          sluice.lock("x").acquire(Duration.ofSeconds(10)).close();
        }
      }
    }
  }

  /** Grants whatever is asked for. */
  record Careless() implements Protocol<Integer, Careless.Nothing> {
    sealed interface Nothing {
      record Never() implements Nothing {}
    }

    static final Algorithm<Integer, Nothing> ALGORITHM =
        Algorithm.of("careless", Family.EXCLUSIVE, (_, _) -> new Careless()).build();

    @Override
    public Integer initial() {
      return 0;
    }

    @Override
    public Integer on(Integer state, Input<Nothing> input, Outbox<Nothing> out) {
      if (input instanceof Input.Acquire<Nothing>) {
        out.granted();
        return state + 1;
      }
      return state;
    }
  }

  @Test
  void twoInsideTogetherAreFoundAlsoUnderAProtocolOfOnesOwn() throws Exception {
    var files = List.of(directory.resolve("one.rec"), directory.resolve("two.rec"));
    try (var one = careless("one", files.get(0));
        var two = careless("two", files.get(1))) {
      while (one.view().members().size() < 2 || two.view().members().size() < 2) {
        Thread.onSpinWait();
      }
      var held = one.lock("x").acquire(Duration.ofSeconds(10));
      two.lock("x").acquire(Duration.ofSeconds(10)).close();
      held.close();
    }
    var texts = List.of(Files.readString(files.get(0)), Files.readString(files.get(1)));
    var recordings = Recordings.read(texts, Catalogue.builtIn().with(Careless.ALGORITHM));
    assertThat(recordings.runs())
        .anyMatch(
            run ->
                recordings
                    .finding(run)
                    .equals(java.util.Optional.of("p0 and p1 are inside together")));
    assertThatThrownBy(() -> Recordings.read(texts, Catalogue.builtIn()))
        .hasMessageContaining("the protocol 'careless' is not known here");
  }

  private static Sluice careless(String name, Path file) {
    return Sluice.named("careless")
        .over(Local.jvm())
        .nodeName(name)
        .algorithm(Careless.ALGORITHM)
        .record(file)
        .join();
  }

  @Test
  void whatIsNoRecordingIsRefusedWithItsLine() {
    assertThat(Recordings.isRecording("{\"sluiceTrace\": 1}")).isFalse();
    String text = "{\"sluiceRecording\":1,\"cluster\":\"c\",\"node\":\"n\"}\n";
    assertThatThrownBy(() -> read(text + "{\"of\":3}\n{}\n")).hasMessageContaining("line 2");
    assertThatThrownBy(() -> read(text + "rubbish\n{}\n")).hasMessageContaining("line 2");
    assertThatThrownBy(() -> read(text)).hasMessageContaining("no step of a lock is recorded");
    assertThatThrownBy(() -> read(text.replace(":1", ":9"))).hasMessageContaining("format 1");
  }

  private static void read(String text) {
    Recordings.read(List.of(text), Catalogue.builtIn());
  }
}
