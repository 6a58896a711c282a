package io.sluice.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A protocol together with what a reader, the explorer and the simulator must know of it.
 *
 * <p>Each protocol class declares its own:
 *
 * <pre>{@code
 * public static final Algorithm<State, Message> ALGORITHM =
 *     Algorithm.of("ricart-agrawala", Family.EXCLUSIVE, RicartAgrawala::new)
 *         .source("Ricart and Agrawala, CACM 24(1), 1981")
 *         .cost("2(n-1)")
 *         .tolerates("messages in any order")
 *         .clocks(Algorithm.Clocks.CLOSE)
 *         .build();
 * }</pre>
 *
 * @param name what users call it
 * @param source where it was published
 * @param cost messages per entry
 * @param tolerates what may go wrong without breaking it
 * @param flaw a known error that needs no fault to show, in words that follow its name; usually
 *     empty. Such a protocol is there to be examined, not to be used.
 * @param restless whether it goes on sending although no process asks
 * @param fenced whether its grants carry fencing numbers
 * @param interchangeable the sets of processes that can be exchanged without a difference. Ties
 *     broken by process number forbid it.
 * @param orders the orders that its processes understand; usually none
 * @param horizon for a protocol that reads a clock: two times that both lie at least that many
 *     ticks back are alike to it. The environment then tells its processes the time by {@link
 *     Input.Tick}
 * @param settled where the protocol, and not its clients, says what has to come about when nothing
 *     more fails: such a world has to be reachable from every other
 * @param noticed which losses the receiver of a message notices, and what its environment then
 *     tells it; usually none
 * @param legacy what invariants still see of a process that has crashed; usually nothing
 */
public record Algorithm<S, M>(
    String name,
    Family family,
    Maker<S, M> maker,
    String source,
    String cost,
    String tolerates,
    Optional<String> flaw,
    Clocks clocks,
    boolean restless,
    boolean fenced,
    List<Invariant<S, M>> invariants,
    Optional<Overtaking<S>> overtaking,
    Function<Layout, List<ProcessSet>> interchangeable,
    List<Orders<S, M>> orders,
    OptionalInt horizon,
    Optional<Predicate<World<S, M>>> settled,
    Optional<NoticedLoss<M>> noticed,
    Optional<Legacy<S>> legacy) {

  /**
   * What a protocol does with its logical times, marked {@link Time}.
   *
   * <p>A protocol that only compares times, takes their maximum and adds one behaves the same when
   * all times of a world are moved together; so worlds that differ only in that are one world, and
   * there are finitely many although clients never stop asking.
   */
  public enum Clocks {
    /** It has none. */
    NONE,
    /** Its times stay close together: every request reaches all processes. Worlds are shifted. */
    CLOSE,
    /**
     * A process that takes no part falls behind without bound. Only the order of the times is kept;
     * whether a new time reaches the next higher one is then open, and both are tried, which can
     * show a run that is impossible but never hides one that is possible.
     */
    APART
  }

  /** Says what the environment tells a process that notices the loss of a message to it. */
  @FunctionalInterface
  public interface NoticedLoss<M> {
    /** The order that the receiver is given; empty if it does not notice the loss. */
    Optional<M> order(int from, M lost);
  }

  /**
   * Says what invariants see of a crashed process, which takes no further step: such as what it had
   * promised before.
   */
  @FunctionalInterface
  public interface Legacy<S> {
    /** The initial state of the process, with what is remembered of the state it crashed in. */
    S of(S initial, S crashed);
  }

  /** Makes one process's part. */
  @FunctionalInterface
  public interface Maker<S, M> {
    /**
     * Makes the part of one process.
     *
     * @throws IllegalArgumentException if the protocol cannot run on the layout; the message says
     *     what it can run on
     */
    Protocol<S, M> process(int self, Layout layout);
  }

  /** Begins a description. */
  public static <S, M> Builder<S, M> of(String name, Family family, Maker<S, M> maker) {
    return new Builder<>(name, family, maker);
  }

  /** One process's part. */
  public Protocol<S, M> process(int self, Layout layout) {
    return maker.process(self, layout);
  }

  /** Collects a description. */
  public static final class Builder<S, M> {
    private final String name;
    private final Family family;
    private final Maker<S, M> maker;
    private String source = "";
    private String cost = "";
    private String tolerates = "nothing";
    private Optional<String> flaw = Optional.empty();
    private Clocks clocks = Clocks.NONE;
    private boolean restless = false;
    private boolean fenced = false;
    private final List<Invariant<S, M>> invariants = new ArrayList<>();
    private Optional<Overtaking<S>> overtaking = Optional.empty();
    private Function<Layout, List<ProcessSet>> interchangeable = _ -> List.of();
    private final List<Orders<S, M>> orders = new ArrayList<>();
    private OptionalInt horizon = OptionalInt.empty();
    private Optional<Predicate<World<S, M>>> settled = Optional.empty();
    private Optional<NoticedLoss<M>> noticed = Optional.empty();
    private Optional<Legacy<S>> legacy = Optional.empty();

    private Builder(String name, Family family, Maker<S, M> maker) {
      this.name = name;
      this.family = family;
      this.maker = maker;
    }

    public Builder<S, M> source(String text) {
      source = text;
      return this;
    }

    public Builder<S, M> cost(String text) {
      cost = text;
      return this;
    }

    public Builder<S, M> tolerates(String text) {
      tolerates = text;
      return this;
    }

    public Builder<S, M> flaw(String text) {
      flaw = Optional.of(text);
      return this;
    }

    public Builder<S, M> clocks(Clocks use) {
      clocks = use;
      return this;
    }

    public Builder<S, M> restless() {
      restless = true;
      return this;
    }

    public Builder<S, M> fenced() {
      fenced = true;
      return this;
    }

    public Builder<S, M> invariant(String called, Predicate<World<S, M>> holds) {
      invariants.add(new Invariant.OfWorld<>(called, holds));
      return this;
    }

    public Builder<S, M> pairInvariant(String called, Invariant.PairRule<S, M> rule) {
      invariants.add(new Invariant.OfPairs<>(called, rule));
      return this;
    }

    public Builder<S, M> overtaking(int bound, Overtaking.Pressing<S> pressing) {
      overtaking = Optional.of(new Overtaking<>(bound, pressing));
      return this;
    }

    public Builder<S, M> interchangeable(Function<Layout, List<ProcessSet>> sets) {
      interchangeable = sets;
      return this;
    }

    public Builder<S, M> orders(String called, Orders.Choices<S, M> choices) {
      orders.add(new Orders<>(called, choices, false));
      return this;
    }

    /** What happens around the protocol, as often as there is a choice. */
    public Builder<S, M> happenings(String called, Orders.Choices<S, M> choices) {
      orders.add(new Orders<>(called, choices, true));
      return this;
    }

    public Builder<S, M> horizon(int ticks) {
      horizon = OptionalInt.of(ticks);
      return this;
    }

    public Builder<S, M> settled(Predicate<World<S, M>> world) {
      settled = Optional.of(world);
      return this;
    }

    public Builder<S, M> noticed(NoticedLoss<M> losses) {
      noticed = Optional.of(losses);
      return this;
    }

    public Builder<S, M> legacy(Legacy<S> remembered) {
      legacy = Optional.of(remembered);
      return this;
    }

    public Algorithm<S, M> build() {
      return new Algorithm<>(
          name,
          family,
          maker,
          source,
          cost,
          tolerates,
          flaw,
          clocks,
          restless,
          fenced,
          List.copyOf(invariants),
          overtaking,
          interchangeable,
          List.copyOf(orders),
          horizon,
          settled,
          noticed,
          legacy);
    }
  }
}
