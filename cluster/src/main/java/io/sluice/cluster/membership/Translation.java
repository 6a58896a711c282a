package io.sluice.cluster.membership;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.protocol.membership.Message;
import io.sluice.protocol.membership.Message.OfViews;
import io.sluice.protocol.membership.Proposal;
import java.util.Optional;

/**
 * Translates between what nodes send each other, which names members and shows the sender's clock,
 * and the messages of the protocol, which have process numbers and times of its own.
 */
final class Translation {

  private final Identities identities;

  /** What the clock showed when the protocol's time was 0. */
  private final long origin;

  Translation(Identities identities, long origin) {
    this.identities = identities;
    this.origin = origin;
  }

  /** The protocol's time when the clock shows this. */
  long time(long clock) {
    return clock - origin;
  }

  /** What the clock shows at a time of the protocol. */
  long clock(long time) {
    return origin + time;
  }

  /** The message for the protocol; nothing if it does not concern views. */
  Optional<OfViews> toProtocol(MembershipMessage message) {
    return switch (message) {
      case MembershipMessage.Ping(var view, var sent, var leaving, var suspects, var counts) ->
          Optional.of(
              new Message.Ping(view, time(sent), leaving, identities.numbers(suspects), counts));
      case MembershipMessage.Pong(var view, var sent, var counts) ->
          Optional.of(new Message.Pong(view, time(sent), counts));
      case MembershipMessage.Prepare(var number, var ballot) ->
          Optional.of(new Message.Prepare(number, ballot));
      case MembershipMessage.Promise(var number, var ballot, var under, var accepted) ->
          Optional.of(new Message.Promise(number, ballot, under, accepted.map(this::toProtocol)));
      case MembershipMessage.Accept(var ballot, var proposal) ->
          Optional.of(new Message.Accept(ballot, toProtocol(proposal)));
      case MembershipMessage.Accepted(var number, var ballot) ->
          Optional.of(new Message.Accepted(number, ballot));
      case MembershipMessage.Decided(var proposal) ->
          Optional.of(new Message.Decided(toProtocol(proposal)));
      case MembershipMessage.Listening _ -> Optional.empty();
    };
  }

  private Proposal toProtocol(MembershipMessage.Proposal proposal) {
    var view = proposal.view();
    var members = view.members().stream().map(identities::number).toList();
    return new Proposal(
        new io.sluice.protocol.membership.View(view.number(), view.fence(), members),
        identities.numbers(proposal.excluded()));
  }

  /** The message that is sent. */
  MembershipMessage fromProtocol(OfViews message) {
    return switch (message) {
      case Message.Ping(var view, var sent, var leaving, var suspects, var counts) ->
          new MembershipMessage.Ping(
              view, clock(sent), leaving, identities.members(suspects), counts);
      case Message.Pong(var view, var sent, var counts) ->
          new MembershipMessage.Pong(view, clock(sent), counts);
      case Message.Prepare(var number, var ballot) -> new MembershipMessage.Prepare(number, ballot);
      case Message.Promise(var number, var ballot, var under, var accepted) ->
          new MembershipMessage.Promise(number, ballot, under, accepted.map(this::fromProtocol));
      case Message.Accept(var ballot, var proposal) ->
          new MembershipMessage.Accept(ballot, fromProtocol(proposal));
      case Message.Accepted(var number, var ballot) ->
          new MembershipMessage.Accepted(number, ballot);
      case Message.Decided(var proposal) -> new MembershipMessage.Decided(fromProtocol(proposal));
      case Message.Reachable _, Message.Unreliable _, Message.Found _ ->
          throw new IllegalArgumentException("only the environment says this: " + message);
    };
  }

  private MembershipMessage.Proposal fromProtocol(Proposal proposal) {
    return new MembershipMessage.Proposal(
        fromProtocol(proposal.view()), identities.members(proposal.excluded()));
  }

  View fromProtocol(io.sluice.protocol.membership.View view) {
    return new View(
        view.number(), view.fence(), view.members().stream().map(this::member).toList());
  }

  private Member member(int number) {
    return identities.member(number);
  }
}
