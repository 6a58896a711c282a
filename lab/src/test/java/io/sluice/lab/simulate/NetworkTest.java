package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.protocol.Layout;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NetworkTest {

  private static final List<String> WORDS =
      IntStream.range(0, 1000).mapToObj(Integer::toString).toList();

  private static final Network WIDE = Network.of(Delay.millis(1, 100));

  @Test
  void messagesOfAChannelStayInOrder() {
    assertThat(received(WIDE)).isEqualTo(WORDS);
  }

  @Test
  void messagesOvertakeEachOtherWhenTold() {
    assertThat(received(WIDE.unordered()))
        .isNotEqualTo(WORDS)
        .containsExactlyInAnyOrderElementsOf(WORDS);
  }

  @Test
  void theLatencyIsTheOneAskedFor() {
    var diary = new Probe.Diary();
    run(Network.of(new Delay.Constant(777)), diary, List.of("a"));
    assertThat(diary.about("received")).containsExactly(" 0 1 a 777");
  }

  @Test
  void someMessagesAreLostAndTheRestStayInOrder() {
    var arrived = received(WIDE.withLoss(0.3));
    assertThat(arrived).hasSizeBetween(650, 750);
    assertThat(arrived).isEqualTo(WORDS.stream().filter(new HashSet<>(arrived)::contains).toList());
    assertThat(received(WIDE.withLoss(1))).isEmpty();
  }

  @Test
  void lostMessagesAreCountedAsSent() {
    var outcome = run(WIDE.withLoss(1), new Probe.Diary(), WORDS);
    assertThat(outcome.messages()).isEqualTo(1000);
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
  }

  @Test
  void someMessagesArriveTwice() {
    var arrived = received(WIDE.withDuplication(0.3));
    assertThat(arrived).hasSizeBetween(1250, 1350);
    assertThat(new HashSet<>(arrived)).hasSameSizeAs(WORDS);
    assertThat(received(WIDE.withDuplication(1)))
        .isEqualTo(WORDS.stream().flatMap(word -> List.of(word, word).stream()).toList());
  }

  @Test
  void copiesAreNotCountedAsSent() {
    var outcome = run(WIDE.withDuplication(1), new Probe.Diary(), WORDS);
    assertThat(outcome.messages()).isEqualTo(1000);
  }

  @Test
  void aProbabilityLiesBetweenZeroAndOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WIDE.withLoss(1.5))
        .withMessage("the probability of loss must be from 0 to 1, not 1.5");
    assertThatIllegalArgumentException().isThrownBy(() -> WIDE.withDuplication(Double.NaN));
  }

  private static List<String> received(Network network) {
    var diary = new Probe.Diary();
    run(network, diary, WORDS);
    return diary.about("received 0 1 ", 0);
  }

  private static Outcome run(Network network, Probe.Diary diary, List<String> words) {
    return Simulation.of(Probe.sending(words), Layout.plain(2))
        .workload(Probe.lone())
        .network(network)
        .auditMessages(diary)
        .run();
  }
}
