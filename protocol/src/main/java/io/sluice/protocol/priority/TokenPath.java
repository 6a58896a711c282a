package io.sluice.protocol.priority;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.priority.Errand.Back;
import io.sluice.protocol.priority.Errand.Onward;
import io.sluice.protocol.priority.Message.Release;
import io.sluice.protocol.priority.Message.Reply;
import io.sluice.protocol.priority.Message.Request;
import io.sluice.protocol.priority.Message.Withdrawal;
import io.sluice.protocol.priority.Models.Passing;
import io.sluice.protocol.priority.Models.Requests;
import io.sluice.protocol.priority.TreeLinks.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * How requests go up to the root, and tokens down to the requesters and up again.
 *
 * <p>Every participant keeps the requests from below it until it sees them served, each with the
 * child that it came from; that is the way for the reply. A token that reaches a participant that
 * does not wait for it, or that knows no way for it, turns back at once. Therefore it does no harm
 * if an obsolete request is still queued somewhere.
 */
record TokenPath(int self) {

  /** Acts on the queue: the root answers, any other participant tells its parent. */
  State advance(State s, Outbox<Message> out) {
    return s.isRoot() ? serve(s, out) : forward(s, out);
  }

  /** The request model: all requests are sent on, or the foremost one. */
  private static State forward(State s, Outbox<Message> out) {
    if (s.links().parent().isEmpty() || s.queue().stream().allMatch(Pending::sent)) {
      return s;
    }
    var order = Wish.order(s.models().priority());
    var foremost = s.queue().stream().map(Pending::wish).min(order).orElseThrow();
    boolean all = s.models().request() == Requests.FORWARD;
    var queue = new ArrayList<Pending>();
    for (var pending : s.queue()) {
      if (!pending.sent() && (all || pending.wish().equals(foremost))) {
        out.send(s.links().parent().get(), new Request(s.dead(), pending.wish()));
        queue.add(pending.sentOn());
      } else {
        queue.add(pending);
      }
    }
    return s.queueing(queue);
  }

  /** At the root: answers requests, the foremost first, for as long as there are tokens. */
  private State serve(State s, Outbox<Message> out) {
    if (!s.awaited().isEmpty() || s.slots().stream().noneMatch(Slot.Home.class::isInstance)) {
      return s;
    }
    var next =
        s.queue().stream()
            .map(Pending::wish)
            .filter(wish -> !s.isAnswered(wish.ticket()) && s.tokenFor(wish).isPresent())
            .min(Wish.order(s.models().priority()));
    if (next.isEmpty()) {
      return s;
    }
    var ticket = next.get().ticket();
    var token = s.tokenFor(next.get()).orElseThrow();
    var lent = s.with(token.unit(), new Slot.Out(ticket));
    return serve(reply(lent, ticket, token, out), out);
  }

  /** A request arrives from a child, or from the application here. */
  State request(State s, Wish wish, int via, Outbox<Message> out) {
    // A request from the parent was sent before it became the parent, and is in its own queue.
    return s.links().isParent(via) ? s : advance(s.plus(new Pending(wish, via, false)), out);
  }

  /** A request is withdrawn, or will arrive by another way. */
  State withdraw(State s, Ticket ticket, int via, Outbox<Message> out) {
    return forget(s, p -> p.via() == via && p.wish().ticket().equals(ticket), out);
  }

  /** Drops requests, and tells the parent of those that it knows and that are obsolete. */
  State forget(State s, Predicate<Pending> unwanted, Outbox<Message> out) {
    var rest = s.without(unwanted);
    s.queue().stream()
        .filter(unwanted)
        .filter(Pending::sent)
        .map(pending -> pending.wish().ticket())
        .filter(ticket -> rest.pending(ticket).isEmpty())
        .map(ticket -> new Withdrawal(s.dead(), ticket))
        .forEach(withdrawal -> out.send(s.links().parent().orElseThrow(), withdrawal));
    return advance(rest, out);
  }

  /** The reply model: a token on its way down passes. */
  State reply(State s, Ticket ticket, UnitToken token, Outbox<Message> out) {
    boolean uses = s.models().reply() == Passing.USE && s.couldUse(token.unit());
    return uses && !s.waitsFor(ticket)
        ? enter(s, new Onward(ticket, token), out)
        : onward(s, ticket, token, out);
  }

  /** A token goes on towards the requester that it is meant for. */
  private State onward(State s, Ticket ticket, UnitToken token, Outbox<Message> out) {
    if (s.waitsFor(ticket)) {
      return enter(s, new Back(List.of(), token), out);
    }
    var way = s.pending(ticket).filter(pending -> pending.via() != self);
    if (way.isEmpty()) {
      return back(s, List.of(), token, out);
    }
    out.send(way.get().via(), new Reply(s.dead(), ticket, token, s.clock()));
    return s;
  }

  /** The release model: a token on its way up passes, and with it the list of served requests. */
  State release(State s, List<Ticket> served, UnitToken token, Outbox<Message> out) {
    var informed = s.without(pending -> served.contains(pending.wish().ticket()));
    boolean uses = s.models().release() == Passing.USE && s.couldUse(token.unit());
    return uses
        ? enter(informed, new Back(served, token), out)
        : back(informed, served, token, out);
  }

  /**
   * A token goes back up; a participant that has used it on its way adds its request to the served
   * ones.
   */
  private State back(State s, List<Ticket> served, UnitToken token, Outbox<Message> out) {
    if (s.isRoot()) {
      return serve(s.with(token.unit(), new Slot.Home(token.token())), out);
    }
    var all = new ArrayList<>(served);
    s.queue().stream()
        .filter(pending -> isOver(s, pending))
        .forEach(pending -> all.add(pending.wish().ticket()));
    // The next request goes first, so that the root knows of it when it gets the token.
    var rest = forward(s.without(pending -> isOver(s, pending)), out);
    out.send(upFrom(s), new Release(s.dead(), all, token));
    return rest;
  }

  /**
   * A participant that has detached from its parent does not rely on it any more, and turns to the
   * root.
   */
  private static int upFrom(State s) {
    return s.links().stage() == Stage.GOING
        ? Repair.leader(s.dead())
        : s.links().parent().orElseThrow();
  }

  /** Whether it is a request of the application here that has been served. */
  private boolean isOver(State s, Pending pending) {
    return pending.via() == self && !s.waitsFor(pending.wish().ticket());
  }

  private State enter(State s, Errand errand, Outbox<Message> out) {
    var token = errand.token().used();
    out.granted(token.unit(), token.token().fence());
    var inside = s.inside(errand.with(token));
    // A request that was sent to no participant needs no withdrawal.
    return advance(inside.without(p -> isOver(inside, p) && !p.sent()), out);
  }

  /** The application releases; the token goes where it was on its way to. */
  State onRelease(State s, Outbox<Message> out) {
    var after = s.idle();
    return switch (s.errand().orElseThrow()) {
      case Onward(var ticket, var token) -> onward(after, ticket, token, out);
      case Back(var served, var token) -> back(after, served, token, out);
    };
  }
}
