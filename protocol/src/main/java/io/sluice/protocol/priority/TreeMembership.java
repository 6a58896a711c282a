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
 * How participants come into the tree, change their places in it, and leave.
 *
 * <p>All of it is one thing: a participant asks somebody to be its parent; on its welcome it sends
 * its requests there and takes leave of its former parent, which forgets what it had from it. To
 * leave is to send one's children to one's own parent, and then to take leave of that. A root has
 * no parent: when it leaves, it tells everybody, and they go on as if it had died.
 */
record TreeMembership(int self, TokenPath path, Repair repair) {

  State join(State s, int introducer, Outbox<Message> out) {
    out.send(introducer, new Attach(s.dead()));
    return s.with(s.links().at(Stage.JOINING).seeking(introducer));
  }

  /** Told by whoever orders the tree, or by a parent that leaves. */
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

  /** Told by a peer to move; only one's parent may say that, or whom one has asked to be it. */
  State moved(State s, int from, int parent, Outbox<Message> out) {
    if (s.links().isParent(from) || s.links().isSought(from)) {
      return move(s, parent, out);
    }
    return part(s, from, out);
  }

  /** Takes leave of a former parent. */
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
    var anew = s.queue().stream().map(p -> new Pending(p.wish(), p.via(), false)).toList();
    var settled = change(s.with(links).queueing(anew), models, out);
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

  /** Told to leave, and no longer waiting. */
  State leave(State s, Outbox<Message> out) {
    s.links()
        .parent()
        .ifPresent(parent -> out.send(s.links().children(), new Move(s.dead(), parent)));
    return s.with(s.links().at(Stage.LEAVING));
  }

  /** Begins anew to leave, if it was about to, after a death has changed its place. */
  State resume(State s, Outbox<Message> out) {
    boolean leaves = s.links().stage() == Stage.LEAVING || s.links().stage() == Stage.GOING;
    return leaves ? leave(s, out) : s;
  }

  /** Takes leave if there is nothing more to wait for. */
  State proceed(State s, Outbox<Message> out) {
    var links = s.links();
    if (links.stage() != Stage.LEAVING || s.errand().isPresent() || links.seeking().isPresent()) {
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

  /** Nothing more will come from a former parent. */
  State farewell(State s, int from, Outbox<Message> out) {
    var links = s.links().partingFrom(s.links().parting().minus(from));
    if (links.stage() != Stage.GOING || !links.parting().isEmpty()) {
      return s.with(links);
    }
    out.departed();
    return s.with(links.at(Stage.OUTSIDE));
  }
}
