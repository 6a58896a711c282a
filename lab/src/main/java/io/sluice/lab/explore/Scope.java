package io.sluice.lab.explore;

import static java.util.Objects.requireNonNull;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * What is searched: a protocol, its processes, and all that the environment may do to them.
 *
 * @param entries how often each process asks, or {@link #UNBOUNDED}
 * @param claims what each process may ask for; every choice is tried
 * @param orders how many orders of each kind are given, by the kind's name
 * @param symmetry whether processes that the protocol declares interchangeable are exchanged, so
 *     that worlds which differ only in that count once
 * @param overtaking whether the protocol's bound on overtaking is checked
 * @param fences whether fencing numbers are followed and judged. They decide nothing within a
 *     protocol, but worlds that differ in them are different worlds; without them there are fewer
 */
public record Scope<S, M>(
    Algorithm<S, M> algorithm,
    Layout layout,
    int entries,
    IntFunction<List<Claim>> claims,
    Channels channels,
    Faults faults,
    Churn churn,
    Map<String, Integer> orders,
    boolean symmetry,
    boolean overtaking,
    boolean fences) {

  /** Clients never stop asking; starvation is judged too. */
  public static final int UNBOUNDED = -1;

  /** More processes than anyone can search; the explorer's moves are packed accordingly. */
  public static final int MOST_NODES = 32;

  /** The order in which a channel delivers. */
  public enum Channels {
    /** In the order of sending. */
    FIFO,
    /** In any order. */
    UNORDERED
  }

  /**
   * What may go wrong, at any moment, in any combination up to these numbers.
   *
   * @param crashes processes that stop for good. Nothing is delivered to them any more; each
   *     survivor learns of it some time later by {@code Excluded}, after which it receives nothing
   *     more from them
   * @param losses messages that vanish
   * @param duplicates messages that are delivered twice
   * @param pauses processes of a protocol with a clock that take no step for a while, although time
   *     passes and messages arrive for them; for at most as many ticks as its horizon
   * @param delays ticks of the clock that come although messages are on their way to processes that
   *     are not paused; every other tick waits for these
   */
  public record Faults(int crashes, int losses, int duplicates, int pauses, int delays) {

    public static final Faults NONE = new Faults(0, 0, 0);

    /** Without pauses and delays, which concern only protocols with a clock. */
    public Faults(int crashes, int losses, int duplicates) {
      this(crashes, losses, duplicates, 0, 0);
    }

    public Faults {
      if (crashes < 0 || losses < 0 || duplicates < 0 || pauses < 0 || delays < 0) {
        throw new IllegalArgumentException("faults are counted from 0 up");
      }
    }
  }

  /**
   * What may happen beside asking and releasing, at any moment, up to these numbers.
   *
   * @param joins newcomers that join, each introduced by any member
   * @param departures members that depart; at least one stays
   * @param withdrawals requests that are given up while they wait
   */
  public record Churn(int joins, int departures, int withdrawals) {

    public static final Churn NONE = new Churn(0, 0, 0);

    public Churn {
      if (joins < 0 || departures < 0 || withdrawals < 0) {
        throw new IllegalArgumentException(
            "joins, departures and withdrawals are counted from 0 up");
      }
    }
  }

  public Scope {
    requireNonNull(algorithm, "algorithm");
    orders = Map.copyOf(orders);
    if (entries < 1 && entries != UNBOUNDED) {
      throw new IllegalArgumentException(
          "each process asks at least once, not " + entries + " times");
    }
    if (layout.size() > MOST_NODES) {
      throw new IllegalArgumentException(
          "the explorer takes at most %d processes, not %d: simulate larger ones"
              .formatted(MOST_NODES, layout.size()));
    }
    if (symmetry && entries == UNBOUNDED) {
      throw new IllegalArgumentException(
          "symmetry goes with a bounded number of entries:"
              + " starvation is judged for each process by itself");
    }
    if (symmetry && !(layout.newcomers().isEmpty() && orders.isEmpty())) {
      throw new IllegalArgumentException(
          "symmetry goes without newcomers and orders: these tell processes apart");
    }
    if (churn.joins > 0 && layout.newcomers().isEmpty()) {
      throw new IllegalArgumentException("no process can join: all are members from the start");
    }
    for (var kind : orders.entrySet()) {
      if (algorithm.orders().stream().noneMatch(known -> known.name().equals(kind.getKey()))) {
        throw new IllegalArgumentException(
            algorithm.name() + " knows no order named '" + kind.getKey() + "'");
      }
      if (kind.getValue() < 0) {
        throw new IllegalArgumentException("orders are counted from 0 up");
      }
    }
    if (faults.pauses + faults.delays > 0 && algorithm.horizon().isEmpty()) {
      throw new IllegalArgumentException(
          algorithm.name() + " reads no clock, so pauses and delays make no difference to it");
    }
    if (algorithm.horizon().isPresent() && (symmetry || entries == UNBOUNDED)) {
      throw new IllegalArgumentException(
          algorithm.name() + " reads a clock: search it without symmetry, with bounded entries");
    }
    if (fences && entries == UNBOUNDED) {
      throw new IllegalArgumentException(
          "fencing numbers have no end: they are followed with a bounded number of entries only");
    }
    if (overtaking && algorithm.overtaking().isEmpty()) {
      throw new IllegalArgumentException(algorithm.name() + " states no bound on overtaking");
    }
  }

  /**
   * The plain case: FIFO channels, nothing goes wrong, and the claims are the usual ones of the
   * family.
   */
  public static <S, M> Scope<S, M> of(Algorithm<S, M> algorithm, Layout layout, int entries) {
    return new Scope<>(
        algorithm,
        layout,
        entries,
        node -> algorithm.family().claims(layout, node),
        Channels.FIFO,
        Faults.NONE,
        Churn.NONE,
        Map.of(),
        false,
        false,
        algorithm.fenced() && entries != UNBOUNDED);
  }

  public Scope<S, M> with(Channels other) {
    var draft = new Draft<>(this);
    draft.channels = other;
    return draft.scope();
  }

  public Scope<S, M> with(Faults other) {
    var draft = new Draft<>(this);
    draft.faults = other;
    return draft.scope();
  }

  public Scope<S, M> with(Churn other) {
    var draft = new Draft<>(this);
    draft.churn = other;
    return draft.scope();
  }

  public Scope<S, M> withOrders(Map<String, Integer> other) {
    var draft = new Draft<>(this);
    draft.orders = other;
    return draft.scope();
  }

  public Scope<S, M> withClaims(IntFunction<List<Claim>> other) {
    var draft = new Draft<>(this);
    draft.claims = other;
    return draft.scope();
  }

  public Scope<S, M> withSymmetry() {
    var draft = new Draft<>(this);
    draft.symmetry = true;
    return draft.scope();
  }

  public Scope<S, M> withOvertaking() {
    var draft = new Draft<>(this);
    draft.overtaking = true;
    return draft.scope();
  }

  public Scope<S, M> withoutFences() {
    var draft = new Draft<>(this);
    draft.fences = false;
    return draft.scope();
  }

  /** Only these processes ask. */
  public Scope<S, M> asking(IntPredicate chosen) {
    return withClaims(node -> chosen.test(node) ? claims.apply(node) : List.of());
  }

  public boolean unbounded() {
    return entries == UNBOUNDED;
  }

  /** A scope that is being changed in one of its parts. */
  private static final class Draft<S, M> {
    private final Scope<S, M> origin;
    private IntFunction<List<Claim>> claims;
    private Channels channels;
    private Faults faults;
    private Churn churn;
    private Map<String, Integer> orders;
    private boolean symmetry;
    private boolean overtaking;
    private boolean fences;

    Draft(Scope<S, M> origin) {
      this.origin = origin;
      this.claims = origin.claims;
      this.channels = origin.channels;
      this.faults = origin.faults;
      this.churn = origin.churn;
      this.orders = origin.orders;
      this.symmetry = origin.symmetry;
      this.overtaking = origin.overtaking;
      this.fences = origin.fences;
    }

    Scope<S, M> scope() {
      return new Scope<>(
          origin.algorithm,
          origin.layout,
          origin.entries,
          claims,
          channels,
          faults,
          churn,
          orders,
          symmetry,
          overtaking,
          fences);
    }
  }
}
