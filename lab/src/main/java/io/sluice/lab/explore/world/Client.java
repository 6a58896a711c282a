package io.sluice.lab.explore.world;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.world.Step.Effects;
import io.sluice.lab.verdict.Finding;
import io.sluice.lab.verdict.Verdict;
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
 * The application at one process, and all else that the surroundings remember of that process. It
 * judges the protocol from outside.
 *
 * @param left how often it will still ask, or {@link Scope#UNBOUNDED}
 * @param claim what it waits for or holds
 * @param grant its latest grant
 * @param overtaken how often each process got in first during this wait, where that is counted
 * @param timers the timers that are running
 * @param draws the draws that have not been answered
 * @param told the crashed processes it has been told of
 * @param wrong what the protocol did to this client that no protocol may do
 */
public record Client(
    Phase phase,
    ClientMembership membership,
    int left,
    Claim claim,
    Grant grant,
    List<Overtaken> overtaken,
    List<String> timers,
    List<Draw> draws,
    ProcessSet told,
    Optional<Finding> wrong) {

  public enum Phase {
    IDLE,
    WAITING,
    INSIDE,
    CRASHED
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

  static Client first(int entries, ClientMembership membership) {
    return new Client(
        Phase.IDLE,
        membership,
        entries,
        Claim.EXCLUSIVE,
        Grant.NEVER,
        List.of(),
        List.of(),
        List.of(),
        ProcessSet.EMPTY,
        Optional.empty());
  }

  boolean mayAsk() {
    return phase == Phase.IDLE && isMember() && left != 0;
  }

  /** Whether it has come in and has not been told to leave. */
  boolean isMember() {
    return membership.equals(ClientMembership.MEMBER);
  }

  /** Whether it has nothing to do with the cluster, not yet or no longer. */
  boolean isStranger() {
    return membership.equals(ClientMembership.OUTSIDE)
        || membership.equals(ClientMembership.DEPARTED);
  }

  /** Whether it was told to join or to leave the cluster, and that has not come about. */
  boolean isInTransition() {
    return phase != Phase.CRASHED
        && switch (membership) {
          // Who knows nobody else than the dead will be told of somebody alive.
          case ClientMembership.Joining(int introducer) -> !told.contains(introducer);
          case ClientMembership.Leaving() -> true;
          default -> false;
        };
  }

  /** The bits of {@link #outlook}. */
  static final int KNOWN = 1;

  public static final int MAY_ASK = 2;
  public static final int MAY_LEAVE = 4;
  static final int CRASHED = 8;

  /** Timers are running, or draws are open. */
  static final int EXPECTS_MORE = 16;

  /** Nothing is owed to it any more. */
  public static final int SERVED = 32;

  /** Something was done to it that no protocol may do. */
  public static final int WRONGED = 64;

  /** What may be expected of this client, in bits that are quick to test. */
  int outlook() {
    boolean served =
        phase == Phase.IDLE
            && !isInTransition()
            && (!isMember() || left == 0 || left == Scope.UNBOUNDED);
    return KNOWN
        | (mayAsk() ? MAY_ASK : 0)
        | (phase == Phase.INSIDE ? MAY_LEAVE : 0)
        | (phase == Phase.CRASHED ? CRASHED : 0)
        | (timers.isEmpty() && draws.isEmpty() ? 0 : EXPECTS_MORE)
        | (served || phase == Phase.CRASHED ? SERVED : 0)
        | (wrong.isEmpty() ? 0 : WRONGED);
  }

  /** What an input, and the effects of the step that answers it, make of the client. */
  Client after(Input<?> input, Effects effects) {
    return told(input).affected(effects);
  }

  private Client told(Input<?> input) {
    return switch (input) {
      case Input.Acquire<?>(Claim wanted) -> asking(wanted);
      case Input.Release<?> _, Input.Withdraw<?> _ -> leaving();
      case Input.Excluded<?>(int peer) -> with(draft -> draft.told = told.plus(peer));
      case Input.Expired<?>(String timer) ->
          with(draft -> draft.timers = timers.stream().filter(t -> !t.equals(timer)).toList());
      case Input.Drawn<?>(String draw, _) ->
          with(draft -> draft.draws = draws.stream().filter(d -> !d.name.equals(draw)).toList());
      case Input.Join<?>(int introducer) -> with(new ClientMembership.Joining(introducer));
      case Input.Depart<?> _ -> toldToLeave();
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
          draft.phase = Phase.WAITING;
          draft.left = left == Scope.UNBOUNDED ? left : left - 1;
          draft.claim = wanted;
        });
  }

  private Client entering(Grant given) {
    if (phase != Phase.WAITING) {
      return wronged("unasked-grant", "was let in without having asked");
    }
    if (claim.unit() != Claim.ANY_UNIT && claim.unit() != given.unit) {
      return wronged(
          "unasked-grant", "was given resource %d, not %d".formatted(given.unit, claim.unit()));
    }
    return with(
        draft -> {
          draft.phase = Phase.INSIDE;
          draft.claim = claim.toUnit(given.unit);
          draft.grant = given.of(claim);
          draft.overtaken = List.of();
        });
  }

  /** It leaves what it was let into, or gives up waiting. */
  private Client leaving() {
    return with(
        draft -> {
          draft.phase = Phase.IDLE;
          draft.claim = Claim.EXCLUSIVE;
          draft.overtaken = List.of();
        });
  }

  private Client joined() {
    return membership instanceof ClientMembership.Joining
        ? with(ClientMembership.MEMBER)
        : wronged("unasked-membership", "joined without having been told to");
  }

  /** Told to leave the cluster: gives up what it waits for, but not what it is let into. */
  private Client toldToLeave() {
    return (phase == Phase.WAITING ? leaving() : this).with(ClientMembership.LEAVING);
  }

  private Client departed() {
    if (!membership.equals(ClientMembership.LEAVING)) {
      return wronged("unasked-membership", "departed without having been told to leave");
    }
    return phase == Phase.INSIDE
        ? wronged("unasked-membership", "departed while inside")
        : with(ClientMembership.DEPARTED);
  }

  /** A crashed client remembers nothing, so that worlds which differ only in that are one. */
  Client crashing() {
    return first(0, ClientMembership.DEPARTED)
        .with(
            draft -> {
              draft.phase = Phase.CRASHED;
              draft.grant = grant;
            });
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

  private Client wronged(String rule, String how) {
    return wronged(new Finding(new Verdict.Broken(rule), how));
  }

  private Client wronged(Finding how) {
    return with(draft -> draft.wrong = Optional.of(how));
  }

  private Client with(ClientMembership other) {
    return with(draft -> draft.membership = other);
  }

  private Client with(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return draft.client();
  }

  /** A client that is being changed in some of its parts. */
  private static final class Draft {
    private Phase phase;
    private ClientMembership membership;
    private int left;
    private Claim claim;
    private Grant grant;
    private List<Overtaken> overtaken;
    private List<String> timers;
    private List<Draw> draws;
    private ProcessSet told;
    private Optional<Finding> wrong;

    Draft(Client origin) {
      this.phase = origin.phase;
      this.membership = origin.membership;
      this.left = origin.left;
      this.claim = origin.claim;
      this.grant = origin.grant;
      this.overtaken = origin.overtaken;
      this.timers = origin.timers;
      this.draws = origin.draws;
      this.told = origin.told;
      this.wrong = origin.wrong;
    }

    Client client() {
      return new Client(
          phase, membership, left, claim, grant, overtaken, timers, draws, told, wrong);
    }
  }
}
