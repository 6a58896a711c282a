package io.sluice.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.trace.Event;
import io.sluice.lab.explore.trace.TraceStep;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.exclusive.MaekawaBasic;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExampleTest {

  private static Scope<?, ?> scope(Algorithm<?, ?> algorithm, int entries) {
    return Scope.of(algorithm, algorithm.family().toSearch(), entries);
  }

  private static <E extends Event> List<E> of(Class<E> kind, Example example) {
    return example.trace().events().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Those that fail here fail on perfect channels too. */
  static Stream<Algorithm<?, ?>> sound() {
    return Catalogue.builtIn().all().stream()
        .filter(algorithm -> !algorithm.name().startsWith("2fgme-"))
        .filter(algorithm -> algorithm.orders().isEmpty())
        .filter(algorithm -> !algorithm.equals(MaekawaBasic.ALGORITHM));
  }

  @ParameterizedTest
  @MethodSource("sound")
  void everybodyIsServedAsOftenAsItAsks(Algorithm<?, ?> algorithm) {
    var scope = scope(algorithm, 2);
    int entries = scope.entries() * scope.layout().size();
    var example = Example.of(scope);
    assertThat(example.verdict()).as(example.what()).isEqualTo(new Verdict.Ok());
    assertThat(example.trace().steps()).filteredOn(TraceStep::granted).hasSize(entries);
    assertThat(of(Event.Release.class, example)).hasSize(entries);
    assertThat(Example.of(scope(algorithm, 2))).as("always the same").isEqualTo(example);
  }

  @Test
  void beginsWithTheAsksAndEndsWhenEverythingHasArrived() {
    var example = Example.of(scope(Lamport.ALGORITHM, 1));
    assertThat(example.what()).isEqualTo("every request is served, with 18 messages");
    assertThat(example.trace().events().subList(0, 3)).hasOnlyElementsOfType(Event.Ask.class);
    assertThat(of(Event.Receive.class, example)).hasSize(18);
  }

  @Test
  void othersNeedNotAsk() {
    var example = Example.of(scope(Lamport.ALGORITHM, 1).asking(node -> node == 2));
    assertThat(of(Event.Ask.class, example)).extracting(Event::process).containsExactly(2);
    assertThat(example.what()).contains("with 6 messages");
  }

  @Test
  void noFaultHappens() {
    var example = Example.of(scope(Lamport.ALGORITHM, 1).with(new Faults(1, 1, 1)));
    assertThat(example).isEqualTo(Example.of(scope(Lamport.ALGORITHM, 1)));
  }

  @Test
  void anErrorOnTheWayIsTold() {
    var example = Example.of(scope(MaekawaBasic.ALGORITHM, 1));
    assertThat(example.verdict()).isEqualTo(new Verdict.Deadlock());
    assertThat(Example.of(scope(Toy.OPEN, 1)).verdict()).isEqualTo(new Verdict.Exclusion());
  }

  @Test
  void mustEnd() {
    var endless = scope(Lamport.ALGORITHM, Scope.UNBOUNDED);
    assertThatThrownBy(() -> Example.of(endless)).hasMessageContaining("bounded");
  }
}
