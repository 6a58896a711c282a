package io.sluice.protocol.priority;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.priority.Message.Attach;
import io.sluice.protocol.priority.Message.Change;
import io.sluice.protocol.priority.Message.Detach;
import io.sluice.protocol.priority.Message.Farewell;
import io.sluice.protocol.priority.Message.Move;
import io.sluice.protocol.priority.Message.Welcome;
import io.sluice.protocol.priority.TreeLinks.Stage;

/**
 * How participants join the tree, change their places in it, and depart.
 *
 * <p>All of it is one mechanism: a participant asks another to be its parent; on its welcome it
 * sends its requests there and detaches from its former parent, which forgets what it had from it.
 * To depart, a participant sends its children to its own parent, and then detaches from that. A
 * root has no parent: when it departs, it tells all participants, and they go on as if it had
 * crashed.
 */
record TreeMembership(int self, TokenPath path, Repair repair) {

  State join(State s, int introducer, Outbox<Message> out) {
    out.send(introducer, new Attach(s.dead()));
    return s.with(s.links().at(Stage.JOINING).seeking(introducer));
  }

  /** Told by an order, or by a departing parent. */
  State move(State s, int parent, Outbox<Message> out) {
    if (s.isRoot() || s.links().stage() == Stage.GOING || parent == self) {
      return s;
    }
    int next = s.dead().contains(parent) ? Repair.leader(s.dead()) : parent;
    if (s.links().isParent(next)) {
      return s;
    }
    out.send(next, new Attach(s.dead()));
    return s.with(s.links().seeking(next));
  }

  /**
   * Told by a peer to move; only the parent may say that, or the participant that was asked to be
   * it.
   */
  State moved(State s, int from, int parent, Outbox<Message> out) {
    if (s.links().isParent(from) || s.links().isSought(from)) {
      return move(s, parent, out);
    }
    return part(s, from, out);
  }

  /** Detaches from a former parent. */
  State part(State s, int former, Outbox<Message> out) {
    out.send(former, new Detach(s.dead()));
    return s.with(s.links().partingFrom(s.links().parting().plus(former)));
  }

  State attach(State s, int child, Outbox<Message> out) {
    boolean stays = s.links().stage() == Stage.MEMBER || s.isRoot();
    if (!stays) {
      int other = s.links().parent().orElseGet(() -> Repair.leader(s.dead().plus(self)));
      out.send(child, new Move(s.dead(), other));
      return s;
    }
    out.send(child, new Welcome(s.dead(), s.models()));
    return s.with(s.links().plus(child));
  }

  State welcome(State s, int from, Models models, Outbox<Message> out) {
    if (s.links().isParent(from)) {
      return change(s, models, out);
    }
    if (!s.links().isSought(from)) {
      return part(s, from, out);
    }
    var parted = s.links().parent().map(former -> part(s, former, out)).orElse(s);
    var links = parted.links().under(from);
    if (links.stage() == Stage.JOINING) {
      links = links.at(Stage.MEMBER);
      out.joined();
    }
    var renewed = s.queue().stream().map(p -> new Pending(p.wish(), p.via(), false)).toList();
    var settled = change(s.with(links).queueing(renewed), models, out);
    return path.advance(settled, out);
  }

  State detach(State s, int child, Outbox<Message> out) {
    var parted = s.with(s.links().minus(child));
    var after = path.forget(parted, pending -> pending.via() == child, out);
    out.send(child, new Farewell(s.dead()));
    return after;
  }

  /** The models are others now; the children shall know. */
  State change(State s, Models models, Outbox<Message> out) {
    if (models.equals(s.models())) {
      return s;
    }
    out.send(s.links().children(), new Change(s.dead(), models));
    return path.advance(s.with(models), out);
  }

  /** Told to depart, and no longer waiting. */
  State depart(State s, Outbox<Message> out) {
    s.links()
        .parent()
        .ifPresent(parent -> out.send(s.links().children(), new Move(s.dead(), parent)));
    return s.with(s.links().at(Stage.DEPARTING));
  }

  /** Starts its departure again, if it had begun, after a crash has changed its place. */
  State resume(State s, Outbox<Message> out) {
    boolean departs = s.links().stage() == Stage.DEPARTING || s.links().stage() == Stage.GOING;
    return departs ? depart(s, out) : s;
  }

  /** Detaches if there is nothing more to wait for. */
  State proceed(State s, Outbox<Message> out) {
    var links = s.links();
    if (links.stage() != Stage.DEPARTING || s.errand().isPresent() || links.seeking().isPresent()) {
      return s;
    }
    if (s.isRoot()) {
      out.departed();
      return repair.abdicate(s, out);
    }
    if (!links.children().isEmpty()) {
      return s;
    }
    return part(s.with(links.at(Stage.GOING)), links.parent().orElseThrow(), out);
  }

  /** Nothing more will arrive from a former parent. */
  State farewell(State s, int from, Outbox<Message> out) {
    var links = s.links().partingFrom(s.links().parting().minus(from));
    if (links.stage() != Stage.GOING || !links.parting().isEmpty()) {
      return s.with(links);
    }
    out.departed();
    return s.with(links.at(Stage.OUTSIDE));
  }
}
