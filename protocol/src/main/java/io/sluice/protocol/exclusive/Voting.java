package io.sluice.protocol.exclusive;

import io.sluice.protocol.Fence;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import io.sluice.protocol.exclusive.Ballot.Answer;
import io.sluice.protocol.exclusive.Voting.Message.Fail;
import io.sluice.protocol.exclusive.Voting.Message.Inquire;
import io.sluice.protocol.exclusive.Voting.Message.Release;
import io.sluice.protocol.exclusive.Voting.Message.Request;
import io.sluice.protocol.exclusive.Voting.Message.Vote;
import io.sluice.protocol.exclusive.Voting.Message.Yield;
import io.sluice.protocol.exclusive.Voting.Phase.Idle;
import io.sluice.protocol.exclusive.Voting.Phase.Inside;
import io.sluice.protocol.exclusive.Voting.Phase.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Candidates and voters: how a process gets the votes of a quorum, for any quorums of which every
 * two have a member in common. {@link Maekawa} and {@link AgrawalElAbbadi} differ only in their
 * quorums.
 *
 * <p>A voter gives its vote to one request at a time, and keeps the others in a queue by age. If a
 * request arrives that is older than the one it has voted for, it <em>inquires</em>: the candidate
 * yields the vote if another voter has failed it, and keeps it while it may still win. A voter
 * <em>fails</em> a request as soon as it prefers an older one, whether the younger has just arrived
 * or has been the first in the queue until now; without the second case there are deadlocks, as
 * Sanders showed (<em>The information structure of distributed mutual exclusion algorithms</em>,
 * ACM TOCS 5(3), 1987).
 *
 * <p>Why there is no deadlock: a candidate that has not been failed waits only for votes of younger
 * requests, and these have been inquired. So waiting goes from older to younger, and the candidate
 * at the end has won, or has been failed and yields. Why no process starves: a vote tells the
 * candidate the time of every request that its voter has seen, so its next request is younger than
 * these.
 *
 * <p>Messages of a process to itself take effect at once.
 */
public final class Voting {

  public sealed interface Message {
    /** Candidate to voter: give me your vote. */
    record Request(Ticket ticket) implements Message {}

    /** Voter to candidate: you have my vote. */
    record Vote(@Time int clock, @Fence long fence) implements Message {}

    /** Voter to candidate: an older request goes first. */
    record Fail() implements Message {}

    /** Voter to candidate: give my vote back for an older request, unless you may still win. */
    record Inquire() implements Message {}

    /** Candidate to voter: have your vote back, and keep my request. */
    record Yield() implements Message {}

    /** Candidate to voter: have your vote back, for I have left. */
    record Release(@Fence long fence) implements Message {}
  }

  /** Idle to Waiting on acquire, to Inside with the last vote, to Idle on release. */
  public sealed interface Phase {
    record Idle() implements Phase {}

    record Waiting(Ballot ballot) implements Phase {}

    /**
     * @param voters the voters to be released
     */
    record Inside(List<@ProcessId Integer> voters) implements Phase {}
  }

  /**
   * A process as candidate and as voter.
   *
   * @param clock the highest time of any request heard of
   * @param fence the highest fencing number heard of
   * @param choice the request that this process has voted for
   * @param queue the requests that wait for its vote, the oldest first. If that one is older than
   *     the choice, the choice has been inquired; all others have been failed
   */
  public record State(
      @Time int clock,
      @Fence long fence,
      Phase phase,
      Optional<Ticket> choice,
      List<Ticket> queue) {

    static final State INITIAL = new State(0, 0, new Idle(), Optional.empty(), List.of());

    State with(Phase next) {
      return new State(clock, fence, next, choice, queue);
    }

    State with(Optional<Ticket> chosen, List<Ticket> waiting) {
      return new State(clock, fence, phase, chosen, waiting);
    }

    State hearing(int time, long number) {
      return new State(Math.max(clock, time), Math.max(fence, number), phase, choice, queue);
    }
  }

  private final int self;

  Voting(int self) {
    this.self = self;
  }

  State receive(State s, int from, Message message, Outbox<Message> out) {
    return switch (message) {
      case Request(var ticket) -> onRequest(s.hearing(ticket.time(), 0), ticket, out);
      case Yield() -> onYield(s, out);
      case Release(var fence) -> forget(s.hearing(0, fence), from, out);
      case Vote(var clock, var fence) -> onVote(s.hearing(clock, fence), from, out);
      case Fail() -> onFail(s, from, out);
      case Inquire() -> onInquire(s, from, out);
    };
  }

  // The candidate.

  /** Asks for the votes of a quorum. */
  State ask(State s, List<Integer> quorum, Outbox<Message> out) {
    var ticket = new Ticket(s.clock + 1, self);
    var asking = s.hearing(ticket.time(), 0).with(new Waiting(Ballot.of(ticket, quorum)));
    return tell(asking, quorum, new Request(ticket), out);
  }

  private State onVote(State s, int from, Outbox<Message> out) {
    return s.phase instanceof Waiting(var ballot)
        ? enterIfWon(s.with(new Waiting(ballot.with(from, Answer.GIVEN))), out)
        : s; // given to a request that has been withdrawn, and will be released
  }

  private State enterIfWon(State s, Outbox<Message> out) {
    if (!(s.phase instanceof Waiting(var ballot)) || !ballot.isWon()) {
      return s;
    }
    out.granted(s.fence + 1);
    return s.hearing(0, s.fence + 1).with(new Inside(ballot.voters()));
  }

  /** A failed candidate cannot win at present, and keeps no vote that others need. */
  private State onFail(State s, int from, Outbox<Message> out) {
    if (!(s.phase instanceof Waiting(var ballot))) {
      return s;
    }
    var next = s.with(new Waiting(ballot.with(from, Answer.FAILED)));
    for (int voter : ballot.voters(Answer.WANTED)) {
      next = yieldTo(next, voter, out);
    }
    return next;
  }

  /** One that comes too late, after the vote has gone back, finds no vote here. */
  private State onInquire(State s, int from, Outbox<Message> out) {
    if (!(s.phase instanceof Waiting(var ballot)) || !ballot.has(from, Answer.GIVEN)) {
      return s;
    }
    return ballot.hasFailed()
        ? yieldTo(s, from, out)
        : s.with(new Waiting(ballot.with(from, Answer.WANTED)));
  }

  private State yieldTo(State s, int voter, Outbox<Message> out) {
    var ballot = ((Waiting) s.phase).ballot.with(voter, Answer.FAILED);
    return tell(s.with(new Waiting(ballot)), voter, new Yield(), out);
  }

  /** Gives all votes back, whether or not it got in. */
  State release(State s, Outbox<Message> out) {
    var voters =
        switch (s.phase) {
          case Idle() -> List.<Integer>of();
          case Waiting(var ballot) -> ballot.voters();
          case Inside(var those) -> those;
        };
    return tell(s.with(new Idle()), voters, new Release(s.fence), out);
  }

  /** Goes on without a voter, and with all members of another quorum. */
  State replace(State s, int voter, List<Integer> quorum, Outbox<Message> out) {
    return switch (s.phase) {
      case Idle() -> s;
      case Inside(var voters) ->
          s.with(new Inside(voters.stream().filter(other -> other != voter).toList()));
      case Waiting(var ballot) -> {
        var more = new ArrayList<>(quorum);
        more.removeAll(ballot.voters());
        var longer = s.with(new Waiting(ballot.without(voter).plus(more)));
        yield enterIfWon(tell(longer, more, new Request(ballot.ticket()), out), out);
      }
    };
  }

  // The voter.

  private State onRequest(State s, Ticket request, Outbox<Message> out) {
    if (s.choice.isEmpty()) {
      return vote(s, request, s.queue, out);
    }
    var choice = s.choice.get();
    var next = s.with(s.choice, queued(s.queue, request));
    if (choice.before(request) || !next.queue.getFirst().equals(request)) {
      return tell(next, request.node(), new Fail(), out);
    }
    boolean inquired = !s.queue.isEmpty() && s.queue.getFirst().before(choice);
    return inquired
        ? tell(next, s.queue.getFirst().node(), new Fail(), out)
        : tell(next, choice.node(), new Inquire(), out);
  }

  private State onYield(State s, Outbox<Message> out) {
    return passOn(s.with(s.choice, queued(s.queue, s.choice.orElseThrow())), out);
  }

  /** A candidate no longer wants this process's vote, or can no longer use it. */
  State forget(State s, int candidate, Outbox<Message> out) {
    if (s.choice.isPresent() && s.choice.get().node() == candidate) {
      return passOn(s, out);
    }
    return s.with(s.choice, s.queue.stream().filter(t -> t.node() != candidate).toList());
  }

  private State passOn(State s, Outbox<Message> out) {
    return s.queue.isEmpty()
        ? s.with(Optional.empty(), s.queue)
        : vote(s, s.queue.getFirst(), List.copyOf(s.queue.subList(1, s.queue.size())), out);
  }

  private State vote(State s, Ticket request, List<Ticket> queue, Outbox<Message> out) {
    var voted = s.with(Optional.of(request), queue);
    return tell(voted, request.node(), new Vote(s.clock, s.fence), out);
  }

  private static List<Ticket> queued(List<Ticket> queue, Ticket request) {
    var longer = new ArrayList<>(queue);
    int place = 0;
    while (place < queue.size() && queue.get(place).before(request)) {
      place++;
    }
    longer.add(place, request);
    return List.copyOf(longer);
  }

  private State tell(State s, List<Integer> all, Message message, Outbox<Message> out) {
    var next = s;
    for (int to : all) {
      next = tell(next, to, message, out);
    }
    return next;
  }

  private State tell(State s, int to, Message message, Outbox<Message> out) {
    if (to == self) {
      return receive(s, self, message, out);
    }
    out.send(to, message);
    return s;
  }
}
