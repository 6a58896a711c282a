package io.sluice.protocol.priority;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Depart;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Join;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Withdraw;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Token;
import io.sluice.protocol.Tree;
import io.sluice.protocol.priority.Configuration.Clock;
import io.sluice.protocol.priority.Message.Attach;
import io.sluice.protocol.priority.Message.Change;
import io.sluice.protocol.priority.Message.Detach;
import io.sluice.protocol.priority.Message.Farewell;
import io.sluice.protocol.priority.Message.Lead;
import io.sluice.protocol.priority.Message.Move;
import io.sluice.protocol.priority.Message.Release;
import io.sluice.protocol.priority.Message.Reply;
import io.sluice.protocol.priority.Message.Request;
import io.sluice.protocol.priority.Message.Sync;
import io.sluice.protocol.priority.Message.Welcome;
import io.sluice.protocol.priority.Message.Withdrawal;
import io.sluice.protocol.priority.TreeLinks.Stage;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Edmondson, Schmidt and Gokhale, <em>Fault-tolerant quality-of-service-enabled distributed mutual
 * exclusion for message-oriented middleware</em> (PADME, prioritizable adaptive distributed mutual
 * exclusion).
 *
 * <p>The participants form a tree whose root has the token. A request climbs to the root; the root
 * answers the foremost one, and the token goes down to the requester and, after the release, up
 * again. Four {@link Models} say which request is the foremost, which requests climb, and whether a
 * waiting participant uses a token that passes it on its way down or up. The root can distribute
 * other models during a run; since each participant applies the models that it knows to its own
 * actions, it does not matter that some know them earlier.
 *
 * <p>Costs 3 messages for each step between a lone requester and the root, and none for the root.
 * When all participants ask, with Use-Use every message that carries the token lets a participant
 * in. Needs FIFO channels. Under Fair every participant is served eventually; under Level the less
 * urgent may starve.
 *
 * <p>Where the paper leaves a choice:
 *
 * <ul>
 *   <li>A release names requests, each by requester and clock, not only requesters. A requester may
 *       be named twice, with both of its requests.
 *   <li>Under Replace, the foremost of the requests that a participant knows is always sent on: as
 *       soon as it becomes the foremost, whether it is new or the next one after a release.
 *   <li>A request that is not needed any more may still be answered; the token then turns back.
 *   <li>How new places in the tree are taken: see {@link TreeMembership}.
 *   <li>After a crash, every survivor reports to the root, and only the root replaces a token: see
 *       {@link Repair}. In the paper the requester enters when it is reminded of a reply, but a
 *       participant above it may be inside then, having used that very reply.
 * </ul>
 *
 * <p>Needs of the view: it tells every survivor of each crash, at any time and in any order. A
 * participant that has departed still answers until the view drops it. All participants but one may
 * crash. A root that has departed does not come back under its number. To give a participant
 * another number, let the new one join under the parent of the old one, and the old one depart.
 */
public final class Padme implements Protocol<State, Message> {

  /** The usual configuration, under the name by which it is listed. */
  public static final Algorithm<State, Message> ALGORITHM =
      algorithm(Configuration.NAME, Configuration.USUAL);

  private final int self;
  private final int founders;
  private final Configuration configuration;
  private final TokenPath path;
  private final TreeMembership membership;
  private final Repair repair;

  public Padme(int self, Layout layout, Configuration configuration) {
    this.self = self;
    this.founders = layout.size() - layout.newcomers().size();
    this.configuration = configuration;
    configuration.tree().check(founders);
    this.path = new TokenPath(self);
    this.repair = new Repair(self, layout.size(), configuration.units(), path);
    this.membership = new TreeMembership(self, path, repair);
  }

  /** The protocol in a configuration, under the name that says which. */
  public static Algorithm<State, Message> algorithm(Configuration configuration) {
    return algorithm(configuration.name(), configuration);
  }

  private static Algorithm<State, Message> algorithm(String name, Configuration configuration) {
    return Algorithm.<State, Message>of(
            name, Family.PRIORITY, (self, layout) -> new Padme(self, layout, configuration))
        .source("Edmondson, Schmidt and Gokhale, DOA 2011")
        .cost("0 to 3d at depth d")
        .tolerates("crashes")
        .clocks(Algorithm.Clocks.APART)
        .fenced()
        .invariant("one-token", new OneToken(configuration.units()))
        .orders("change", Ordered::changes)
        .orders("move", Ordered::moves)
        .build();
  }

  @Override
  public State initial() {
    boolean isRoot = self == Tree.ROOT;
    var tree = configuration.tree();
    var links =
        self < founders
            ? new TreeLinks(
                Stage.MEMBER,
                isRoot ? Optional.empty() : Optional.of(tree.parent(self)),
                tree.children(self, founders))
            : TreeLinks.NONE;
    return new State(
        links,
        ProcessSet.EMPTY,
        ProcessSet.EMPTY,
        configuration.models(),
        0,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        isRoot ? Collections.nCopies(configuration.units(), new Slot.Home(Token.NEW)) : List.of());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return membership.proceed(step(s, input, out), out);
  }

  private State step(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(var claim) -> {
        var wish = new Wish(new Ticket(s.clock() + 1, self), claim.priority(), claim.unit());
        yield path.request(s.at(s.clock() + 1).waiting(wish), wish, self, out);
      }
      case Input.Release() -> path.onRelease(s, out);
      case Receive(var from, var message) -> receive(s, from, message, out);
      case Withdraw() -> withdraw(s, out);
      case Excluded(var peer) -> learn(s, ProcessSet.of(peer), out);
      case Join(var introducer) -> membership.join(s, introducer, out);
      case Depart() -> membership.depart(withdraw(s, out), out);
      case Order(Change(_, var models)) when s.isRoot() -> membership.change(s, models, out);
      case Order(Move(_, var parent)) -> membership.move(s, parent, out);
      case Rare<Message> _ -> s;
    };
  }

  private State withdraw(State s, Outbox<Message> out) {
    return s.wish().isEmpty() ? s : path.withdraw(s.idle(), s.wish().get().ticket(), self, out);
  }

  private State learn(State s, ProcessSet dead, Outbox<Message> out) {
    return s.dead().containsAll(dead) ? s : membership.resume(repair.learn(s, dead, out), out);
  }

  /**
   * Messages of crashed processes are void, and so are messages of senders that did not know of
   * their crash.
   */
  private State receive(State s, int from, Message message, Outbox<Message> out) {
    if (s.dead().contains(from)) {
      return s;
    }
    var informed = learn(s, message.dead(), out);
    boolean isTimely = message.dead().equals(informed.dead()) && !message.dead().contains(from);
    return switch (message) {
      case Attach _ -> membership.attach(informed, from, out);
      case Welcome(_, var models) -> membership.welcome(informed, from, models, out);
      case Move(_, var parent) -> membership.moved(informed, from, parent, out);
      case Detach _ -> membership.detach(informed, from, out);
      case Farewell _ -> membership.farewell(informed, from, out);
      case Change(_, var models) ->
          informed.links().isParent(from) ? membership.change(informed, models, out) : informed;
      case Lead _ -> informed;
      case Message _ when !isTimely -> informed;
      case Message _ when informed.links().stage() == Stage.OUTSIDE ->
          throw new ImpossibleInput(
              self, new Input.Receive<>(from, message), "it is not in the tree");
      case Request(_, var wish) ->
          path.request(heard(informed, wish.ticket().time()), wish, from, out);
      case Reply(_, var ticket, var token, int clock) ->
          path.reply(heard(informed, clock), ticket, token, out);
      case Release(_, var served, var token) ->
          path.release(heard(informed, latest(served)), served, token, out);
      case Withdrawal(_, var ticket) -> path.withdraw(informed, ticket, from, out);
      case Sync(_, var units) -> repair.sync(informed, from, units, out);
    };
  }

  private static int latest(List<Ticket> tickets) {
    return tickets.stream().mapToInt(Ticket::time).max().orElse(Integer.MIN_VALUE);
  }

  private State heard(State s, int time) {
    return configuration.clock() == Clock.OWN ? s : s.at(Math.max(s.clock(), time));
  }
}
