package io.sluice.lab.experiment.catalogue;

import static io.sluice.lab.experiment.catalogue.Quantity.CLIENT_DELAY;
import static io.sluice.lab.experiment.catalogue.Quantity.MESSAGES;
import static io.sluice.lab.experiment.catalogue.Quantity.MESSAGES_BUSY;
import static io.sluice.lab.experiment.catalogue.Quantity.SYNCHRONISATION_DELAY;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.exclusive.AgrawalElAbbadi;
import io.sluice.protocol.exclusive.Central;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.exclusive.Maekawa;
import io.sluice.protocol.exclusive.MaekawaBasic;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.PausedRing;
import io.sluice.protocol.exclusive.Raymond;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho;
import io.sluice.protocol.exclusive.RicartAgrawalaCrash;
import io.sluice.protocol.exclusive.Ring;
import io.sluice.protocol.exclusive.SuzukiKasami;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.exclusive.VotingSets;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.mobile.Elmp;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a protocol costs in theory: the only place where the formulas are defined.
 *
 * @param coordinated whether process 0 is the coordinator, whose entries cost nothing: it does not
 *     ask
 * @param laws a quantity without a law is not measured
 */
record Formula(Algorithm<?, ?> algorithm, boolean coordinated, Map<Quantity, Law> laws) {

  static final Formula CENTRAL = coordinator(CentralFixed.ALGORITHM);
  static final Formula MAEKAWA =
      of(Maekawa.ALGORITHM)
          .with(MESSAGES, votes("3(K-1)", 3, 3))
          .with(MESSAGES_BUSY, votes("3(K-1) to 5(K-1)", 3, 5))
          .with(CLIENT_DELAY, Law.exactly(2))
          .with(SYNCHRONISATION_DELAY, upTo("1 to 2", 1, _ -> 2));
  static final Formula AGRAWAL_EL_ABBADI =
      of(AgrawalElAbbadi.ALGORITHM)
          .with(MESSAGES, path("3 log2 N", 3, 3))
          .with(MESSAGES_BUSY, path("3 to 5 log2 N", 3, 5))
          .with(CLIENT_DELAY, Law.exactly(2))
          .with(SYNCHRONISATION_DELAY, upTo("1 to 2", 1, _ -> 2));

  /** Between the two deepest leaves of the tree there are at most 2 log2 N edges. */
  static final Formula RAYMOND =
      of(Raymond.ALGORITHM)
          .with(MESSAGES, upTo("0 to 4 log2 N", 0, n -> 4 * depth(n)))
          .with(MESSAGES_BUSY, upTo("at most 4", 0, _ -> 4))
          .with(CLIENT_DELAY, upTo("0 to 4 log2 N", 0, n -> 4 * depth(n)))
          .with(SYNCHRONISATION_DELAY, upTo("1 to 2 log2 N", 1, n -> 2 * depth(n)));

  static final Formula NAIMI_TREHEL =
      of(NaimiTrehel.ALGORITHM)
          .with(MESSAGES, reversal("0 to N, mean at most 1+log2 N"))
          .with(MESSAGES_BUSY, upTo("at most 1+log2 N", 0, n -> 1 + log2(n)))
          .with(CLIENT_DELAY, reversal("0 to N, mean at most 1+log2 N"))
          .with(SYNCHRONISATION_DELAY, Law.exactly(1));

  /**
   * The path up and the answer back; for two processes that swap places, two messages for each of
   * their up to five neighbours, two places, the swap and the token. Requests in the queue wait for
   * the token only.
   */
  static final Formula ELMP =
      of(Elmp.ALGORITHM)
          .with(MESSAGES, upTo("0 to 13+2 log2 N", 0, n -> 13 + 2 * depth(n)))
          .with(MESSAGES_BUSY, upTo("0 to 13+2 log2 N", 0, n -> 13 + 2 * depth(n)))
          .with(CLIENT_DELAY, upTo("0 to 1+log2 N", 0, n -> 1 + depth(n)))
          .with(SYNCHRONISATION_DELAY, Law.exactly(1));

  /** In the order of the catalogue, ours last. */
  static final List<Formula> ALL =
      List.of(
          CENTRAL,
          coordinator(Central.ALGORITHM),
          of(Ring.ALGORITHM)
              .with(MESSAGES, upTo("any number", 0, _ -> Double.POSITIVE_INFINITY))
              .with(MESSAGES_BUSY, Law.exactly(2))
              .with(CLIENT_DELAY, upTo("0 to N-1", 0, n -> n - 1))
              .with(SYNCHRONISATION_DELAY, upTo("1 to N-1", 1, n -> n - 1)),
          of(PausedRing.ALGORITHM)
              .with(MESSAGES, upTo("0 to 2(N-1)", 0, n -> 2 * (n - 1)))
              .with(MESSAGES_BUSY, Law.exactly(2))
              .with(CLIENT_DELAY, upTo("0 to 2(N-1)", 0, n -> 2 * (n - 1)))
              .with(SYNCHRONISATION_DELAY, upTo("1 to N-1", 1, n -> n - 1)),
          broadcast(Lamport.ALGORITHM, Law.exactly("3(N-1)", n -> 3 * (n - 1))),
          broadcast(RicartAgrawala.ALGORITHM, Law.exactly("2(N-1)", n -> 2 * (n - 1))),
          kept(RicartAgrawalaCarvalho.ALGORITHM),
          broadcast(RicartAgrawalaCrash.ALGORITHM, Law.exactly("2(N-1)", n -> 2 * (n - 1))),
          // Two competing processes may deadlock, so there is nothing else to measure.
          of(MaekawaBasic.ALGORITHM)
              .with(MESSAGES, votes("3(K-1)", 3, 3))
              .with(CLIENT_DELAY, Law.exactly(2)),
          MAEKAWA,
          AGRAWAL_EL_ABBADI,
          RAYMOND,
          NAIMI_TREHEL,
          of(SuzukiKasami.ALGORITHM)
              .with(MESSAGES, upTo("0 or N", 0, n -> n))
              .with(MESSAGES_BUSY, upTo("0 or N", 0, n -> n))
              .with(CLIENT_DELAY, upTo("0 or 2", 0, _ -> 2))
              .with(SYNCHRONISATION_DELAY, Law.exactly(1)),
          of(TokenQueue.ALGORITHM)
              .with(MESSAGES, reversal("0 to N, mean at most 1+log2 N"))
              .with(MESSAGES_BUSY, Law.exactly(1))
              .with(CLIENT_DELAY, reversal("0 to N, mean at most 1+log2 N"))
              .with(SYNCHRONISATION_DELAY, Law.exactly(1)),
          ELMP,
          kept(Forks.ALGORITHM));

  /**
   * The formulas that charts show: without the protocol that deadlocks, and two that cost the same
   * as others without crashes.
   */
  static final List<Formula> DISTINCT =
      ALL.stream()
          .filter(
              formula ->
                  !Set.of("maekawa-basic", "central", "ricart-agrawala-crash")
                      .contains(formula.name()))
          .toList();

  String name() {
    return algorithm.name();
  }

  /**
   * The law of a quantity that has one.
   *
   * @throws NullPointerException if it has none
   */
  Law law(Quantity quantity) {
    return Objects.requireNonNull(laws.get(quantity), quantity::label);
  }

  /** Whether a node asks. */
  boolean asks(int node) {
    return !coordinated || node != 0;
  }

  private static Formula of(Algorithm<?, ?> algorithm) {
    return new Formula(algorithm, false, Map.of());
  }

  private Formula with(Quantity quantity, Law law) {
    var more = new EnumMap<Quantity, Law>(Quantity.class);
    more.putAll(laws);
    more.put(quantity, law);
    return new Formula(algorithm, coordinated, more);
  }

  private static Formula coordinator(Algorithm<?, ?> algorithm) {
    return new Formula(algorithm, true, Map.of())
        .with(MESSAGES, Law.exactly(3))
        .with(MESSAGES_BUSY, Law.exactly(3))
        .with(CLIENT_DELAY, Law.exactly(2))
        .with(SYNCHRONISATION_DELAY, Law.exactly(2));
  }

  private static Formula broadcast(Algorithm<?, ?> algorithm, Law messages) {
    return of(algorithm)
        .with(MESSAGES, messages)
        .with(MESSAGES_BUSY, messages)
        .with(CLIENT_DELAY, Law.exactly(2))
        .with(SYNCHRONISATION_DELAY, Law.exactly(1));
  }

  /** A protocol whose permissions last until they are asked back. */
  private static Formula kept(Algorithm<?, ?> algorithm) {
    return of(algorithm)
        .with(MESSAGES, upTo("0 to 2(N-1)", 0, n -> 2 * (n - 1)))
        .with(MESSAGES_BUSY, upTo("0 to 2(N-1)", 0, n -> 2 * (n - 1)))
        .with(CLIENT_DELAY, upTo("0 or 2", 0, _ -> 2))
        .with(SYNCHRONISATION_DELAY, Law.exactly(1));
  }

  private static Law upTo(String text, int least, IntToDoubleFunction most) {
    return Law.between(text, _ -> least, most);
  }

  private static Law reversal(String text) {
    return upTo(text, 0, n -> n).onAverageAtMost(n -> 1 + log2(n));
  }

  /**
   * A number of messages for each other member of a voting set; all sets have the same size if N is
   * a square.
   */
  private static Law votes(String text, int least, int most) {
    return Law.between(
        text,
        n -> least * (double) others(n).min().orElseThrow(),
        n -> most * (double) others(n).max().orElseThrow());
  }

  private static IntStream others(int nodes) {
    var sets = VotingSets.smallest(nodes);
    return IntStream.range(0, nodes).map(node -> sets.of(node).size() - 1);
  }

  /**
   * A number of messages for each other process on a path, which may end one level above the
   * lowest.
   */
  private static Law path(String text, int least, int most) {
    return Law.between(text, n -> least * (depth(n + 1) - 1), n -> most * depth(n));
  }

  /** The depth of a binary tree: the logarithm rounded down. */
  private static double depth(int nodes) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(nodes);
  }

  private static double log2(int nodes) {
    return Math.log(nodes) / Math.log(2);
  }
}
