package io.sluice.protocol.priority;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Join;
import io.sluice.protocol.Input.Leave;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Withdraw;
import io.sluice.protocol.Layout;
import io.sluice.protocol.NodeSet;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Token;
import io.sluice.protocol.Tree;
import io.sluice.protocol.priority.Configuration.Clock;
import io.sluice.protocol.priority.Links.Stage;
import io.sluice.protocol.priority.Message.Attach;
import io.sluice.protocol.priority.Message.Change;
import io.sluice.protocol.priority.Message.Detach;
import io.sluice.protocol.priority.Message.Farewell;
import io.sluice.protocol.priority.Message.Move;
import io.sluice.protocol.priority.Message.Release;
import io.sluice.protocol.priority.Message.Reply;
import io.sluice.protocol.priority.Message.Request;
import io.sluice.protocol.priority.Message.Sync;
import io.sluice.protocol.priority.Message.Welcome;
import io.sluice.protocol.priority.Message.Withdrawal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Edmondson, Schmidt and Gokhale, <em>Fault-tolerant quality-of-service-enabled distributed mutual
 * exclusion for message-oriented middleware</em> (PADME), DOA 2011.
 */
public final class Padme implements Protocol<State, Message> {

  /** The usual configuration, under the name by which it is listed. */
  public static final Algorithm<State, Message> ALGORITHM =
      algorithm(Configuration.NAME, Configuration.USUAL);

  private final int self;
  private final int founders;
  private final Configuration configuration;
  private final TokenPath path;
  private final Membership membership;
  private final Repair repair;

  public Padme(int self, Layout layout, Configuration configuration) {
    this.self = self;
    this.founders = layout.size() - layout.newcomers().size();
    this.configuration = configuration;
    configuration.tree().check(founders);
    this.path = new TokenPath(self);
    this.membership = new Membership(self, layout.size(), path);
    this.repair = new Repair(self, layout.size(), configuration.units(), path);
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
        .build();
  }

  @Override
  public State initial() {
    boolean isRoot = self == Tree.ROOT;
    boolean isFounder = self < founders;
    var tree = configuration.tree();
    var links =
        new Links(
            isFounder ? Stage.MEMBER : Stage.OUTSIDE,
            isFounder && !isRoot ? Optional.of(tree.parent(self)) : Optional.empty(),
            isFounder ? tree.children(self, founders) : NodeSet.EMPTY,
            Optional.empty());
    return new State(
        links,
        NodeSet.EMPTY,
        NodeSet.EMPTY,
        configuration.models(),
        0,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        isRoot ? Collections.nCopies(configuration.units(), new Slot.Home(Token.NEW)) : List.of());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(var claim) -> {
        var wish = new Wish(new Ticket(s.clock() + 1, self), claim.priority(), claim.unit());
        yield path.request(s.at(s.clock() + 1).waiting(wish), wish, self, out);
      }
      case Input.Release() -> membership.proceed(path.leave(s, out), out);
      case Receive(var from, var message) -> receive(s, from, message, out);
      case Withdraw() -> withdraw(s, out);
      case Excluded(var peer) -> repair.learn(s, NodeSet.of(peer), out);
      case Join(var introducer) -> membership.join(s, introducer, out);
      case Leave() -> membership.leave(withdraw(s, out), out);
      case Order(Change(_, var models)) when s.isRoot() -> membership.change(s, models, out);
      case Order(Move(_, var parent)) -> membership.move(s, parent, out);
      case Rare<Message> _ -> s;
    };
  }

  private State withdraw(State s, Outbox<Message> out) {
    return s.wish().isEmpty() ? s : path.withdraw(s.idle(), s.wish().get().ticket(), self, out);
  }

  /** What the dead said is void, and so is what somebody said who did not know of their death. */
  private State receive(State s, int from, Message message, Outbox<Message> out) {
    if (s.dead().contains(from)) {
      return s;
    }
    var informed = repair.learn(s, message.dead(), out);
    boolean isTimely = message.dead().equals(informed.dead()) && !message.dead().contains(from);
    return switch (message) {
      case Attach _ -> membership.attach(informed, from, out);
      case Welcome(_, var models) -> membership.welcome(informed, from, models, out);
      case Move(_, var parent) -> membership.moved(informed, from, parent, out);
      case Detach _ -> membership.detach(informed, from, out);
      case Farewell _ -> membership.farewell(informed, from, out);
      case Change(_, var models) ->
          informed.links().isParent(from) ? membership.change(informed, models, out) : informed;
      case Message _ when !isTimely -> informed;
      case Request(_, var wish) -> path.request(heard(informed, wish.ticket()), wish, from, out);
      case Reply(_, var ticket, var token) ->
          path.reply(heard(informed, ticket), ticket, token, out);
      case Release(_, var served, var token) ->
          path.release(heard(informed, served), served, token, out);
      case Withdrawal(_, var ticket) -> path.withdraw(informed, ticket, from, out);
      case Sync(_, var units) -> repair.sync(informed, from, units, out);
    };
  }

  private State heard(State s, Ticket ticket) {
    return configuration.clock() == Clock.OWN ? s : s.at(Math.max(s.clock(), ticket.time()));
  }

  private State heard(State s, List<Ticket> tickets) {
    var heard = s;
    for (var ticket : tickets) {
      heard = heard(heard, ticket);
    }
    return heard;
  }
}
