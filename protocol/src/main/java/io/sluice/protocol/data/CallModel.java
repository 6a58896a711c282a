package io.sluice.protocol.data;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Drawn;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Input.Withdraw;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.World;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.data.Handle.Action;
import io.sluice.protocol.data.Handle.Call;
import io.sluice.protocol.data.Handle.Phase;
import io.sluice.protocol.data.HandoverMessage.Called;
import io.sluice.protocol.data.HandoverState.Turn.Inside;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Data under a lock, used through a {@link Handle} at each process by an application that calls
 * anything at any time. The explorer gives the calls as orders named {@code call}; processes have
 * no other clients.
 *
 * @param <L> the state of the lock
 * @param <M> the messages of the lock
 */
public final class CallModel<L, M> implements Protocol<CallModel.State<L>, HandoverMessage<M>> {

  /** A handle, and the data behind it. */
  public record State<L>(Handle.State handle, HandoverState<L> data) {}

  private final Handover<L, M> data;

  private CallModel(Handover<L, M> data) {
    this.data = data;
  }

  /** Applications that call anything at any time, for data under that lock. */
  public static <L, M> Algorithm<State<L>, HandoverMessage<M>> over(Algorithm<L, M> lock) {
    List<HandoverMessage<M>> calls =
        Stream.of(Call.values()).<HandoverMessage<M>>map(Called::new).toList();
    var description =
        Algorithm.<State<L>, HandoverMessage<M>>of(
                "handover-calls",
                Family.DATA,
                (self, layout) ->
                    new CallModel<>(
                        new Handover<>(
                            self, layout, lock.process(self, layout), Handover.Setup.USUAL)))
            .orders("call", (world, node) -> isBlocked(world.state(node)) ? List.of() : calls)
            .invariant("exclusive", CallModel::oneWriterOrReaders)
            .settled(CallModel::everyCallReturns);
    new HandoverInvariants<L, M>(Handover.Setup.USUAL.copies())
        .promises()
        .forEach((name, holds) -> description.invariant(name, w -> holds.test(new Behind<>(w))));
    return description.build();
  }

  private static boolean isBlocked(State<?> s) {
    return s.handle.phase() == Phase.BLOCKED;
  }

  @Override
  public State<L> initial() {
    return new State<>(Handle.State.FIRST, data.initial());
  }

  @Override
  public State<L> on(State<L> s, Input<HandoverMessage<M>> input, Outbox<HandoverMessage<M>> out) {
    return switch (input) {
      case Order<HandoverMessage<M>>(Called<M>(var call)) -> {
        var step = Handle.on(s.handle, call);
        var next = new State<>(step.next(), s.data);
        for (var action : step.actions()) {
          next = act(next, s.handle, action, out);
        }
        yield next;
      }
      case Receive<HandoverMessage<M>> received -> step(s, received, false, out);
      default -> s;
    };
  }

  /** Carries out what a call asks for. */
  private State<L> act(
      State<L> s, Handle.State before, Action action, Outbox<HandoverMessage<M>> out) {
    boolean inside = before.phase() == Phase.GRANTED || before.phase() == Phase.LOCKED;
    return switch (action) {
      case GIVE_UP -> step(s, inside ? new Release<>() : new Withdraw<>(), false, out);
      case REQUEST_READ -> step(s, new Acquire<>(Claim.SHARED), false, out);
      case REQUEST_WRITE -> step(s, new Acquire<>(Claim.EXCLUSIVE), false, out);
      case MAP -> s;
      case FINISH -> step(s, new Release<>(), true, out);
    };
  }

  /** A step of the data; what a writer has written is committed or discarded at once. */
  private State<L> step(
      State<L> s,
      Input<HandoverMessage<M>> input,
      boolean commits,
      Outbox<HandoverMessage<M>> out) {
    var effects = new Effects<M>(out);
    var next = data.on(s.data, input, effects);
    if (effects.drawn) {
      effects.drawn = false;
      next = data.on(next, new Drawn<>(Handover.DISCARD, commits ? 0 : 1), effects);
    }
    var handle = effects.granted ? Handle.granted(s.handle).next() : s.handle;
    return new State<>(handle, next);
  }

  private static boolean oneWriterOrReaders(World<? extends State<?>, ?> world) {
    var claims =
        IntStream.range(0, world.layout().size())
            .mapToObj(process -> world.state(process).data().turn())
            .filter(Inside.class::isInstance)
            .map(turn -> ((Inside) turn).claim())
            .toList();
    return claims.size() < 2 || claims.stream().allMatch(claim -> claim.shares(Claim.SHARED));
  }

  /** An application waits only while another one has what it waits for. */
  private static boolean everyCallReturns(World<? extends State<?>, ?> world) {
    var phases =
        IntStream.range(0, world.layout().size())
            .mapToObj(process -> world.state(process).handle().phase())
            .toList();
    boolean waits = phases.contains(Phase.REQUESTED) || phases.contains(Phase.BLOCKED);
    return !waits || phases.contains(Phase.GRANTED) || phases.contains(Phase.LOCKED);
  }

  /** Takes messages on, and remembers a grant and a draw. */
  private static final class Effects<M> implements SendOnly<HandoverMessage<M>> {
    private final Outbox<HandoverMessage<M>> out;
    private boolean granted;
    private boolean drawn;

    Effects(Outbox<HandoverMessage<M>> out) {
      this.out = out;
    }

    @Override
    public void send(int to, HandoverMessage<M> message) {
      out.send(to, message);
    }

    @Override
    public void granted(int unit, long fence) {
      granted = true;
    }

    @Override
    public void draw(String name, int bound) {
      drawn = true;
    }
  }

  /** The data of a world, without the handles. */
  private record Behind<L, M>(World<State<L>, HandoverMessage<M>> world)
      implements World<HandoverState<L>, HandoverMessage<M>> {
    @Override
    public Layout layout() {
      return world.layout();
    }

    @Override
    public HandoverState<L> state(int process) {
      return world.state(process).data;
    }

    @Override
    public List<HandoverMessage<M>> inTransit(int from, int to) {
      return world.inTransit(from, to);
    }

    @Override
    public boolean waiting(int process) {
      return world.waiting(process);
    }

    @Override
    public boolean inside(int process) {
      return world.inside(process);
    }

    @Override
    public boolean crashed(int process) {
      return world.crashed(process);
    }

    @Override
    public boolean member(int process) {
      return world.member(process);
    }
  }
}
