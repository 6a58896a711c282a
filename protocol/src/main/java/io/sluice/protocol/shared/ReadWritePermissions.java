package io.sluice.protocol.shared;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import io.sluice.protocol.shared.ReadWritePermissions.Message;
import io.sluice.protocol.shared.ReadWritePermissions.Message.Reply;
import io.sluice.protocol.shared.ReadWritePermissions.Message.Request;
import io.sluice.protocol.shared.ReadWritePermissions.Phase.Idle;
import io.sluice.protocol.shared.ReadWritePermissions.Phase.Inside;
import io.sluice.protocol.shared.ReadWritePermissions.Phase.Waiting;
import io.sluice.protocol.shared.ReadWritePermissions.State;
import java.util.List;

/**
 * Read-write locks by permissions that last until their giver asks for them back: what Carvalho and
 * Roucairol (<em>On mutual exclusion in computer networks</em>, CACM 26(2), 1983) do for plain
 * locks, with permissions of two kinds.
 *
 * <p>For each pair of processes, either both have the other's permission to read, or one has the
 * other's permission to write and the other has none. A process asks the peers whose permission it
 * lacks. A peer that is not inside in a conflicting mode, or whose own request is younger, gives
 * its permission and with it as much of its own as has to be given up: all of it to a writer, the
 * permission to write to a reader. If it still needs that, it asks again at once. Other requests
 * are deferred until the peer has released.
 *
 * <p>At first all processes may read. Reading costs nothing until a process writes, and then 2
 * messages to get the permission back from that writer; writing costs 0 to 2(n-1): 0 for a writer
 * that writes again before any other process has asked. No process starves: one that has given a
 * permission enters after the one that got it. Needs reliable channels, in any order. A crashed
 * peer blocks every process that needs its permission.
 */
public final class ReadWritePermissions implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("rw-permissions", Family.READ_WRITE, ReadWritePermissions::new)
          .source("after Carvalho and Roucairol, CACM 26(2), 1983")
          .cost("0 to 2(n-1); 2 to read after another's write, else 0")
          .tolerates("messages in any order")
          .clocks(Algorithm.Clocks.APART)
          .pairInvariant("both-read-or-one-writes", ReadWritePermissions::bothReadOrOneWrites)
          .build();

  public sealed interface Message {
    /** May I read, or write, now and until you ask me? */
    record Request(Ticket ticket, boolean writes) implements Message {}

    /** You may, as far as I am concerned, until I ask you. */
    record Reply(boolean writes) implements Message {}
  }

  /** Idle to Waiting on acquire, to Inside with the last permission, to Idle on release. */
  public sealed interface Phase {
    record Idle() implements Phase {}

    /** Has asked every peer whose permission it lacks. */
    record Waiting(Ticket ticket, boolean writes) implements Phase {}

    record Inside(boolean writes) implements Phase {}
  }

  /**
   * @param reading the peers that permit this process to read
   * @param writing those of them that permit it to write, too
   */
  public record Permissions(ProcessSet reading, ProcessSet writing) {

    ProcessSet to(boolean write) {
      return write ? writing : reading;
    }

    Permissions got(int peer, boolean write) {
      return new Permissions(reading.plus(peer), write ? writing.plus(peer) : writing);
    }

    /** What is left when a peer may read, or write. */
    Permissions given(int peer, boolean write) {
      return new Permissions(write ? reading.minus(peer) : reading, writing.minus(peer));
    }
  }

  /**
   * @param readers the peers that want to read, and are deferred until this process releases
   * @param writers the peers that want to write, and are deferred
   */
  public record Owed(ProcessSet readers, ProcessSet writers) {

    static final Owed NOTHING = new Owed(ProcessSet.EMPTY, ProcessSet.EMPTY);

    Owed plus(int peer, boolean writes) {
      return writes ? new Owed(readers, writers.plus(peer)) : new Owed(readers.plus(peer), writers);
    }
  }

  /**
   * @param clock the highest time of any request seen
   */
  public record State(@Time int clock, Phase phase, Permissions permissions, Owed owed) {

    State hearing(Ticket ticket) {
      return new State(Math.max(clock, ticket.time()), phase, permissions, owed);
    }

    State owing(int peer, boolean writes) {
      return new State(clock, phase, permissions, owed.plus(peer, writes));
    }

    State with(Permissions others) {
      return new State(clock, phase, others, owed);
    }
  }

  private final int self;
  private final ProcessSet peers;

  public ReadWritePermissions(int self, Layout layout) {
    this.self = self;
    this.peers = ProcessSet.allBut(self, layout.size());
  }

  @Override
  public State initial() {
    return new State(0, new Idle(), new Permissions(peers, ProcessSet.EMPTY), Owed.NOTHING);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(var claim) -> ask(s, !claim.shares(Claim.SHARED), out);
      case Release() -> release(s, out);
      case Receive(var from, Request(var ticket, var writes)) ->
          onRequest(s.hearing(ticket), from, ticket, writes, out);
      case Receive(var from, Reply(var writes)) ->
          enterIfPermitted(s.with(s.permissions.got(from, writes)), out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, boolean writes, Outbox<Message> out) {
    var ticket = new Ticket(s.clock + 1, self);
    out.send(peers.minus(s.permissions.to(writes)), new Request(ticket, writes));
    var waiting = new Waiting(ticket, writes);
    return enterIfPermitted(new State(ticket.time(), waiting, s.permissions, s.owed), out);
  }

  private State enterIfPermitted(State s, Outbox<Message> out) {
    if (!(s.phase instanceof Waiting(_, var writes)) || !s.permissions.to(writes).equals(peers)) {
      return s;
    }
    out.granted();
    return new State(s.clock, new Inside(writes), s.permissions, s.owed);
  }

  private static State onRequest(
      State s, int from, Ticket theirs, boolean write, Outbox<Message> out) {
    return switch (s.phase) {
      case Inside(var writing) when writing || write -> s.owing(from, write);
      case Waiting(var mine, var writing) when (writing || write) && mine.before(theirs) ->
          s.owing(from, write);
      case Waiting(var mine, var writing) -> {
        var left = give(s, from, write, out);
        if (s.permissions.to(writing).contains(from)
            && !left.permissions.to(writing).contains(from)) {
          out.send(from, new Request(mine, writing));
        }
        yield left;
      }
      case Inside _, Idle _ -> give(s, from, write, out);
    };
  }

  private static State give(State s, int peer, boolean write, Outbox<Message> out) {
    out.send(peer, new Reply(write));
    return s.with(s.permissions.given(peer, write));
  }

  private static State release(State s, Outbox<Message> out) {
    out.send(s.owed.readers, new Reply(false));
    out.send(s.owed.writers, new Reply(true));
    var left =
        new Permissions(
            s.permissions.reading.minus(s.owed.writers),
            s.permissions.writing.minus(s.owed.readers).minus(s.owed.writers));
    return new State(s.clock, new Idle(), left, Owed.NOTHING);
  }

  private static boolean bothReadOrOneWrites(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    return !(mayWrite(ofOne, other, back) && mayRead(ofOther, one, there))
        && !(mayWrite(ofOther, one, there) && mayRead(ofOne, other, back));
  }

  private static boolean mayWrite(State s, int peer, List<Message> arriving) {
    return s.permissions.writing.contains(peer) || arriving.contains(new Reply(true));
  }

  private static boolean mayRead(State s, int peer, List<Message> arriving) {
    return s.permissions.reading.contains(peer)
        || arriving.stream().anyMatch(Reply.class::isInstance);
  }
}
