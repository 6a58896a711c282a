package io.sluice.lab.explore.world;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.client.ClientState.Action;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.world.Step.Effects;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The application at one process, and all else that the environment remembers of that process. It
 * judges what the protocol does to it.
 *
 * @param state where it is in the client model
 * @param introducer the member through which it joins; empty unless it is joining
 * @param left how often it will still ask, or {@link Scope#UNBOUNDED}
 * @param claim what it waits for or holds
 * @param grant its latest grant
 * @param overtaken how often each process got in first during this wait, where that is counted
 * @param timers the timers that are running
 * @param draws the draws that have not been answered
 * @param told the crashed processes it has been told of
 * @param clock where the process stands with a clock that the environment reads to it
 * @param wrong what the protocol did to this client that no protocol may do
 */
public record Client(
    ClientState state,
    ProcessSet introducer,
    int left,
    Claim claim,
    Grant grant,
    List<Overtaken> overtaken,
    List<String> timers,
    List<Draw> draws,
    ProcessSet told,
    Clock clock,
    Optional<Finding> wrong) {

  /**
   * @param due whether the others have heard of a tick that this process has not heard of
   * @param paused for how many ticks the process has been paused, or {@link #RUNNING}
   */
  public record Clock(boolean due, int paused) {
    static final int RUNNING = -1;
    static final Clock ON_TIME = new Clock(false, RUNNING);

    boolean isPaused() {
      return paused != RUNNING;
    }

    /** A tick has come; a paused process hears of it when it resumes. */
    Clock ticking() {
      return isPaused() ? new Clock(false, paused + 1) : new Clock(true, RUNNING);
    }
  }

  /**
   * A permission to enter.
   *
   * @param fence its fencing number, where these are followed
   * @param room the room, where fencing numbers are followed
   */
  record Grant(int unit, long fence, String room) {
    static final Grant NEVER = new Grant(Claim.ONLY_UNIT, 0, Claim.ALONE);

    /** Whether it must have another fencing number than a competitor's grant. */
    boolean conflictsWith(Grant other) {
      return unit == other.unit && (room.equals(Claim.ALONE) || !room.equals(other.room));
    }

    private Grant of(Claim claim) {
      return fence == 0 ? this : new Grant(unit, fence, claim.room());
    }
  }

  /** A draw that the protocol asked for. */
  record Draw(String name, int bound) {}

  /** A competitor that got in first, and how often. */
  record Overtaken(@ProcessId int by, int times) {}

  static Client first(int entries, ClientState state) {
    return new Client(
        state,
        ProcessSet.EMPTY,
        entries,
        Claim.EXCLUSIVE,
        Grant.NEVER,
        List.of(),
        List.of(),
        List.of(),
        ProcessSet.EMPTY,
        Clock.ON_TIME,
        Optional.empty());
  }

  private boolean mayAsk() {
    return state == ClientState.THINKING && left != 0;
  }

  /** Whether it is outside the cluster, not yet or no longer a member. */
  boolean isOutside() {
    return state == ClientState.OUTSIDE || state == ClientState.DEPARTED;
  }

  /** Whether its process must still join or depart. */
  boolean isInTransition() {
    // A process that knows only a crashed member need not be able to join.
    boolean stranded = state == ClientState.JOINING && !introducer.intersection(told).isEmpty();
    return state.isInTransition() && !stranded;
  }

  /** The bits of {@link #outlook}. */
  static final int KNOWN = 1;

  public static final int MAY_ASK = 2;
  public static final int MAY_RELEASE = 4;
  static final int CRASHED = 8;

  /** Timers are running, or draws are open. */
  static final int EXPECTS_MORE = 16;

  /** Nothing is owed to it any more. */
  public static final int SERVED = 32;

  /** Something was done to it that no protocol may do. */
  public static final int WRONGED = 64;

  /** It is not told the time as it passes, or has not been told yet. */
  static final int OFF_CLOCK = 128;

  /** What may be expected of this client, in bits that are quick to test. */
  int outlook() {
    boolean asksNoMore = !state.isSettled() || left == 0 || left == Scope.UNBOUNDED;
    boolean engaged = state == ClientState.WAITING || state.isInside() || isInTransition();
    boolean served = state == ClientState.CRASHED || (!engaged && asksNoMore);
    return KNOWN
        | (mayAsk() ? MAY_ASK : 0)
        | (state.isInside() ? MAY_RELEASE : 0)
        | (state == ClientState.CRASHED ? CRASHED : 0)
        | (timers.isEmpty() && draws.isEmpty() ? 0 : EXPECTS_MORE)
        | (served ? SERVED : 0)
        | (wrong.isEmpty() ? 0 : WRONGED)
        | (clock.equals(Clock.ON_TIME) ? 0 : OFF_CLOCK);
  }

  /** What an input, and the effects of the step that answers it, make of the client. */
  Client after(Input<?> input, Effects effects) {
    return told(input).affected(effects);
  }

  private Client told(Input<?> input) {
    return switch (input) {
      case Input.Acquire<?>(Claim wanted) -> asking(wanted);
      case Input.Release<?> _ -> without(Action.RELEASE);
      case Input.Withdraw<?> _ -> without(Action.WITHDRAW);
      case Input.Excluded<?>(int peer) -> with(draft -> draft.told = told.plus(peer));
      case Input.Expired<?>(String timer) ->
          with(draft -> draft.timers = timers.stream().filter(t -> !t.equals(timer)).toList());
      case Input.Drawn<?>(String draw, _) ->
          with(draft -> draft.draws = draws.stream().filter(d -> !d.name.equals(draw)).toList());
      case Input.Join<?>(int member) ->
          with(
              draft -> {
                draft.state = state.after(Action.JOIN);
                draft.introducer = ProcessSet.of(member);
              });
      case Input.Depart<?> _ ->
          state == ClientState.WAITING
              ? without(Action.DEPART)
              : with(draft -> draft.state = state.after(Action.DEPART));
      case Input.Tick<?> _ -> with(Clock.ON_TIME);
      case Input.Receive<?> _, Input.Order<?> _ -> this;
    };
  }

  private Client affected(Effects effects) {
    if (effects.failure().isPresent()) {
      return wronged(effects.failure().get());
    }
    var running = new TreeSet<>(timers);
    running.addAll(effects.timers());
    var open = new ArrayList<>(draws);
    open.addAll(effects.draws());
    var after =
        with(
            draft -> {
              draft.timers = List.copyOf(running);
              draft.draws = List.copyOf(open);
            });
    after = effects.joined() ? after.joined() : after;
    after = effects.departed() ? after.departed() : after;
    return effects.grant().map(after::entering).orElse(after);
  }

  private Client asking(Claim wanted) {
    return with(
        draft -> {
          draft.state = state.after(Action.ASK);
          draft.left = left == Scope.UNBOUNDED ? left : left - 1;
          draft.claim = wanted;
        });
  }

  private Client entering(Grant given) {
    if (!state.permits(Action.GRANTED)) {
      return wronged(state.objection(Action.GRANTED));
    }
    if (claim.unit() != Claim.ANY_UNIT && claim.unit() != given.unit) {
      return wronged(ClientState.wrongUnit(given.unit, claim.unit()));
    }
    return with(
        draft -> {
          draft.state = state.after(Action.GRANTED);
          draft.claim = claim.toUnit(given.unit);
          draft.grant = given.of(claim);
          draft.overtaken = List.of();
        });
  }

  /** It gives up what it holds or waits for. */
  private Client without(Action action) {
    return with(
        draft -> {
          draft.state = state.after(action);
          draft.claim = Claim.EXCLUSIVE;
          draft.overtaken = List.of();
        });
  }

  private Client joined() {
    return state.permits(Action.JOINED)
        ? with(
            draft -> {
              draft.state = state.after(Action.JOINED);
              draft.introducer = ProcessSet.EMPTY;
            })
        : wronged(state.objection(Action.JOINED));
  }

  private Client departed() {
    return state.permits(Action.DEPARTED)
        ? with(draft -> draft.state = state.after(Action.DEPARTED))
        : wronged(state.objection(Action.DEPARTED));
  }

  /** A crashed client remembers nothing, so that worlds which differ only in that are one. */
  Client crashing() {
    return first(0, state.after(Action.CRASH)).with(draft -> draft.grant = grant);
  }

  Client with(Clock other) {
    return with(draft -> draft.clock = other);
  }

  Client overtakenBy(int competitor) {
    var counts = new ArrayList<Overtaken>();
    int times = 1;
    for (var count : overtaken) {
      if (count.by == competitor) {
        times += count.times;
      } else {
        counts.add(count);
      }
    }
    counts.add(new Overtaken(competitor, times));
    counts.sort((one, other) -> Integer.compare(one.by, other.by));
    return with(draft -> draft.overtaken = List.copyOf(counts));
  }

  private Client wronged(Finding how) {
    return with(draft -> draft.wrong = Optional.of(how));
  }

  private Client with(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return draft.client();
  }

  /** A client that is being changed in some of its parts. */
  private static final class Draft {
    private ClientState state;
    private ProcessSet introducer;
    private int left;
    private Claim claim;
    private Grant grant;
    private List<Overtaken> overtaken;
    private List<String> timers;
    private List<Draw> draws;
    private ProcessSet told;
    private Clock clock;
    private Optional<Finding> wrong;

    Draft(Client origin) {
      this.state = origin.state;
      this.introducer = origin.introducer;
      this.left = origin.left;
      this.claim = origin.claim;
      this.grant = origin.grant;
      this.overtaken = origin.overtaken;
      this.timers = origin.timers;
      this.draws = origin.draws;
      this.told = origin.told;
      this.clock = origin.clock;
      this.wrong = origin.wrong;
    }

    Client client() {
      return new Client(
          state, introducer, left, claim, grant, overtaken, timers, draws, told, clock, wrong);
    }
  }
}
