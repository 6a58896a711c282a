package io.sluice.lab.explore.trace;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.trace.SavedStep.Kind;
import io.sluice.lab.layout.LayoutSpec;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.group.Forks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFileTest {

  private static final Catalogue CATALOGUE = Catalogue.builtIn();

  private static final Layout STAR =
      Layout.graph(
          List.of("hub", "left", "right"),
          List.of(ProcessSet.of(1, 2), ProcessSet.of(0), ProcessSet.of(0)));

  private static final SavedTrace NO_STEPS = new SavedTrace(List.of(), Trace.NO_CYCLE);

  static List<Layout> layouts() {
    return List.of(
        Layout.plain(3), Layout.groups(2, 1), Layout.groups(1, 1, 2), STAR, STAR.plusPool(2));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void whatWasWrittenIsReadBack(Layout layout) {
    Scope<?, ?> scope =
        Scope.of(Forks.ALGORITHM, layout, 2)
            .with(Channels.UNORDERED)
            .with(new Faults(1, 2, 3))
            .withOvertaking();
    var ask =
        new SavedStep(
            Kind.ASK, 0, SavedStep.NO_PEER, "", List.of(new SavedStep.Sent(1, "Ask[]")), true, "s");
    var got = new SavedStep(Kind.RECEIVE, 1, 0, "Ask[]", List.of(), false, "t");
    var file =
        new TraceFile(scope, new SavedTrace(List.of(ask, got), 1), new Verdict.Stuck(), "so it is");
    var read = TraceFile.read(file.write(), CATALOGUE);
    assertThat(read.trace()).isEqualTo(file.trace());
    assertThat(read.verdict()).isEqualTo(new Verdict.Stuck());
    assertThat(read.what()).isEqualTo("so it is");
    assertThat(LayoutSpec.of(read.scope().layout())).isEqualTo(LayoutSpec.of(layout));
    assertThat(read.scope().faults()).isEqualTo(scope.faults());
    assertThat(read.scope().channels()).isEqualTo(scope.channels());
    assertThat(read.scope().overtaking()).isTrue();
    assertThat(read.scope().entries()).isEqualTo(2);
    assertThat(read.write()).isEqualTo(file.write());
  }

  @Test
  void whatIsOutOfTheOrdinaryIsReadBackToo() {
    var shared = List.of(Claim.SHARED.withPriority(2), Claim.EXCLUSIVE.toUnit(Claim.ANY_UNIT));
    Scope<?, ?> scope =
        Scope.of(Forks.ALGORITHM, Layout.plain(3).withNewcomers(ProcessSet.of(2)), 1)
            .with(new Churn(1, 2, 3))
            .withClaims(node -> node == 1 ? shared : List.of());
    String text = new TraceFile(scope, NO_STEPS, new Verdict.Ok(), "").write();
    var read = TraceFile.read(text, CATALOGUE);
    assertThat(read.scope().churn()).isEqualTo(scope.churn());
    assertThat(read.scope().layout().newcomers()).isEqualTo(ProcessSet.of(2));
    assertThat(read.scope().claims().apply(1)).isEqualTo(shared);
    assertThat(read.scope().claims().apply(0)).isEmpty();
    assertThat(read.write()).isEqualTo(text);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                TraceFile.read(text.replace("[ \"p2\" ]", "[ \"p0\", \"p1\", \"p2\" ]"), CATALOGUE))
        .withMessageContaining("newcomers")
        .withMessageContaining("at least one process must be a member from the beginning");
  }

  @Test
  void aFileOfAnEarlierVersionReplays() throws IOException {
    String text;
    try (var file = getClass().getResourceAsStream("written-with-leave.json")) {
      text = new String(requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(text).contains("\"event\" : \"leave\"").doesNotContain("release");
    var saved = TraceFile.read(text, CATALOGUE);
    var replay = Replay.of(saved.trace(), saved.scope());
    assertThat(replay.fits()).as(replay.what()).isTrue();
    assertThat(replay.verdict()).isEqualTo(new Verdict.Exclusion());
    assertThat(replay.what()).isEqualTo(saved.what());
    assertThat(saved.write()).contains("\"event\" : \"release\"").doesNotContain("\"leave\"");
  }

  @Test
  void wordsOfEarlierVersionsAreRead() {
    Scope<?, ?> scope = Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 1).with(new Churn(0, 2, 0));
    String text = new TraceFile(scope, NO_STEPS, new Verdict.Failed(), "").write();
    String earlier =
        text.replace("\"departures\"", "\"leaves\"")
            .replace("\"failed\"", "\"invariant:unexpected-input\"");
    assertThat(earlier).isNotEqualTo(text);
    var read = TraceFile.read(earlier, CATALOGUE);
    assertThat(read.scope().churn()).isEqualTo(scope.churn());
    assertThat(read.write()).isEqualTo(text);
  }

  @Test
  void unboundedEntriesAreAWord() {
    Scope<?, ?> scope = Scope.of(Forks.ALGORITHM, STAR, Scope.UNBOUNDED);
    String text = new TraceFile(scope, NO_STEPS, new Verdict.Ok(), "").write();
    assertThat(text).contains("\"entries\" : \"unbounded\"");
    assertThat(TraceFile.read(text, CATALOGUE).scope().entries()).isEqualTo(Scope.UNBOUNDED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "3", "null", "{", "{}", "{\"sluiceTrace\":1}", "\u0000"})
  void anythingElseIsRefusedInASentence(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TraceFile.read(text, CATALOGUE))
        .withMessageMatching("[^\\n\\r]+");
  }

  @Test
  void aGraphThatIsNoneIsRefused() {
    Scope<?, ?> scope = Scope.of(Forks.ALGORITHM, STAR, 1);
    String text = new TraceFile(scope, NO_STEPS, new Verdict.Ok(), "").write();
    refuses(text.replace("\"hub\", \"left\", \"right\"", "\"hub\", \"left\", \"left\""), "twice");
    refuses(text.replace("[ \"hub\", \"left\" ]", "[ \"hub\", \"hub\" ]"), "with itself");
    refuses(text.replace("[ \"hub\", \"left\" ]", "[ \"hub\", \"lift\" ]"), "no process has that");
    refuses(text.replace("[ \"hub\", \"left\" ]", "[ \"hub\" ]"), "two ends");
  }

  private static void refuses(String text, String because) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TraceFile.read(text, CATALOGUE))
        .withMessageContaining(because)
        .withMessageContaining("layout.graph");
  }
}
