package io.sluice.protocol.mobile;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Token;
import io.sluice.protocol.mobile.Message.Admit;
import io.sluice.protocol.mobile.Message.Admitted;
import io.sluice.protocol.mobile.Message.Before;
import io.sluice.protocol.mobile.Message.Behind;
import io.sluice.protocol.mobile.Message.Enter;
import io.sluice.protocol.mobile.Message.Errand.Ask;
import io.sluice.protocol.mobile.Message.Inherit;
import io.sluice.protocol.mobile.Message.Left;
import io.sluice.protocol.mobile.Message.Next;
import io.sluice.protocol.mobile.Message.Pass;
import io.sluice.protocol.mobile.Message.Skip;
import io.sluice.protocol.mobile.Message.Skipped;
import io.sluice.protocol.mobile.Message.Sole;
import io.sluice.protocol.mobile.Queueing.Ahead;
import io.sluice.protocol.mobile.Queueing.Open;
import io.sluice.protocol.mobile.Queueing.Phase.Asking;
import io.sluice.protocol.mobile.Queueing.Phase.In;
import java.util.Optional;

/**
 * The queue: which process gets the token from which.
 *
 * <p>Each request knows its successor. The token goes from request to request. A process that gets
 * it is the manager of the room it opens (the paper's read manager): it lets in the next requests
 * for the same room, counts their holders, and passes the token on to the first request for another
 * room when all have released. Since a room consists only of neighbours in the queue when it opens,
 * two groups of readers become one when the writer between them withdraws.
 *
 * <p>Only the last process that was let in knows the next request, and tells the manager; so the
 * manager hears of one request after the other, in the order of the queue.
 *
 * <p>Latecomers may be admitted before the waiting processes, if the manager has places for them.
 * The places go with the token from room to room, one less for each latecomer, and there are new
 * ones only when a single process waits, and none was admitted before it yet. So a waiting process
 * is overtaken by no more latecomers than there are places, however many rooms are before its own.
 */
final class QueueSide {

  private final int self;
  private final int latecomers;

  QueueSide(int self, int latecomers) {
    this.self = self;
    this.latecomers = latecomers;
  }

  /** The root, where the queue ends, puts a request at its end. */
  Queueing append(Queueing q, Next next, Outbox<Message> out) {
    if (q.last().isPresent()) {
      int manager = q.last().get();
      return tellOfSole(q.withLast(Optional.empty()), manager, next, out);
    }
    return q.with(((Asking) q.phase()).before(next));
  }

  /** The root puts its own request at the end. */
  Queueing appendOwn(Queueing q, Outbox<Message> out) {
    var asking = (Asking) q.phase();
    int manager = q.last().orElseThrow();
    var queued = q.with(asking.behind(manager));
    var next = new Next(self, asking.room());
    return tellOfSole(queued.withLast(Optional.empty()), manager, next, out);
  }

  /** Its own request is in the queue, unless it has been let in by now. */
  Queueing queued(Queueing q, int predecessor) {
    return q.last().isEmpty() && q.phase() instanceof Asking asking
        ? q.with(asking.behind(predecessor))
        : q;
  }

  private Queueing tell(Queueing q, int manager, Next next, Outbox<Message> out) {
    if (manager == self) {
      return onNext(q, next, out);
    }
    out.send(manager, next);
    return q;
  }

  /** The queue ended with a process that was let in: so only the next one waits. */
  private Queueing tellOfSole(Queueing q, int manager, Next next, Outbox<Message> out) {
    if (latecomers == 0) {
      return tell(q, manager, next, out);
    }
    if (manager == self) {
      return onSole(q, next, out);
    }
    out.send(manager, new Sole(next));
    return q;
  }

  /** No latecomer has been admitted before a waiting process: all places are free again. */
  Queueing onSole(Queueing q, Next next, Outbox<Message> out) {
    return onNext(q.with(q.open().orElseThrow().withPlaces(latecomers)), next, out);
  }

  Queueing onNext(Queueing q, Next next, Outbox<Message> out) {
    var open = q.open().orElseThrow();
    boolean another = next.asker() != self && !shares(open, next.room());
    if (another && open.inside() > 0 && open.places() > 0) {
      out.send(next.asker(), new Before(open.room()));
    }
    return advance(q.with(open.withNext(Optional.of(next))), out);
  }

  /** The manager does what it can for the next in the queue. */
  private Queueing advance(Queueing q, Outbox<Message> out) {
    var open = q.open().orElseThrow();
    if (open.next().isEmpty()) {
      return open.inside() > 0 ? q : q.with(Open.resting(open.token()));
    }
    var next = open.next().get();
    if (open.inside() == 0) {
      return pass(q.withOpen(Optional.empty()), next.asker(), open, out);
    }
    if (!shares(open, next.room())) {
      return q;
    }
    var room = open.withInside(open.inside() + 1).withNext(Optional.empty());
    return letIn(q.with(room), next.asker(), open.token().fence(), out);
  }

  private static boolean shares(Open open, String room) {
    return !room.equals(Claim.ALONE) && room.equals(open.room());
  }

  /** Whether a request could still be let into the room ahead. */
  boolean mayBeLate(Queueing q, Ask ask) {
    return !ask.refused()
        && q.last().isEmpty()
        && q.ahead().filter(ahead -> ahead.room().equals(ask.room())).isPresent();
  }

  /** The manager admits a latecomer, although a process waits; or there is no place for it. */
  Optional<Queueing> admit(Queueing q, Admit admit, Outbox<Message> out) {
    return q.open()
        .filter(open -> shares(open, admit.room()))
        .filter(open -> open.inside() > 0 && open.places() > 0 && open.next().isPresent())
        .map(
            open -> {
              var room = open.withInside(open.inside() + 1).withPlaces(open.places() - 1);
              if (admit.asker() == self) {
                return onAdmitted(q.with(room), self, open.token().fence(), out);
              }
              out.send(admit.asker(), new Admitted(open.token().fence()));
              return q.with(room);
            });
  }

  /** It is let in without having been in the queue. */
  Queueing onAdmitted(Queueing q, int manager, long fence, Outbox<Message> out) {
    String room = ((Asking) q.phase()).room();
    if (!q.wants().equals(Optional.of(room))) {
      return release(q.with(Queueing.OUT), manager, out);
    }
    out.granted(fence);
    return q.with(new In(room, manager)).wanting(Optional.empty());
  }

  /** What the one before it in the queue knows of the room ahead. */
  Queueing heard(Queueing q, Optional<Ahead> ahead) {
    return q.phase() instanceof Asking && q.last().isEmpty() ? q.withAhead(ahead) : q;
  }

  private Queueing pass(Queueing q, int to, Open emptied, Outbox<Message> out) {
    if (to == self) {
      return onToken(q, emptied.token(), emptied.places(), out);
    }
    out.send(to, new Pass(emptied.token(), emptied.places()));
    return q;
  }

  private Queueing letIn(Queueing q, int asker, long fence, Outbox<Message> out) {
    if (asker == self) {
      return onEnter(q, self, fence, out);
    }
    out.send(asker, new Enter(fence));
    return q;
  }

  /** The token: this process opens the room that it asked for, and is its manager. */
  Queueing onToken(Queueing q, Token token, int places, Outbox<Message> out) {
    var asking = (Asking) q.phase();
    var used = token.used();
    var opened = q.with(new Open(asking.room(), used, 1, Optional.empty(), places));
    return onEnter(opened, self, used.fence(), out);
  }

  /** Its turn. The next request is named before anything else, while this one still counts. */
  Queueing onEnter(Queueing q, int manager, long fence, Outbox<Message> out) {
    var asking = (Asking) q.phase();
    boolean enters = q.wants().equals(Optional.of(asking.room()));
    var in =
        q.withAhead(Optional.empty()).with(enters ? new In(asking.room(), manager) : Queueing.OUT);
    if (enters) {
      out.granted(fence);
      in = in.wanting(Optional.empty());
    }
    var told =
        asking.next().isPresent()
            ? tell(in, manager, asking.next().get(), out)
            : in.withLast(Optional.of(manager));
    return enters ? told : release(told, manager, out);
  }

  /** The application releases. */
  Queueing onRelease(Queueing q, Outbox<Message> out) {
    var in = (In) q.phase();
    return release(q.with(Queueing.OUT), in.manager(), out);
  }

  private Queueing release(Queueing q, int manager, Outbox<Message> out) {
    if (manager == self) {
      return onLeft(q, out);
    }
    out.send(manager, new Left());
    return q;
  }

  /** A holder of the room has released. */
  Queueing onLeft(Queueing q, Outbox<Message> out) {
    var open = q.open().orElseThrow();
    return advance(q.with(open.withInside(open.inside() - 1)), out);
  }

  /** This request is withdrawn: its neighbours in the queue shall skip it. */
  Queueing skip(Queueing q, Outbox<Message> out) {
    var asking = (Asking) q.phase();
    int predecessor = asking.predecessor().orElseThrow();
    var skip = new Skip(self, asking.next().orElseThrow());
    var trying = q.with(asking.afterTrying()).unanswered(true);
    if (predecessor == self) {
      return onSkip(trying, skip, out);
    }
    out.send(predecessor, skip);
    return trying;
  }

  /**
   * Puts the next but one in the place of the next, unless it is too late or this request is about
   * to be skipped itself. At a manager this makes one group of two, if they were kept apart by the
   * one that is skipped.
   */
  Queueing onSkip(Queueing q, Skip skip, Outbox<Message> out) {
    if (isNext(q.open().flatMap(Open::next), skip)) {
      return onNext(answer(q, skip, true, out), skip.next(), out);
    }
    if (q.phase() instanceof In(_, int manager) && manager != self) {
      out.send(manager, skip);
      return q;
    }
    if (q.phase() instanceof Asking asking && isNext(asking.next(), skip) && !q.unanswered()) {
      return answer(q.with(asking.before(skip.next())), skip, true, out);
    }
    return answer(q, skip, false, out);
  }

  private static boolean isNext(Optional<Next> next, Skip skip) {
    return next.filter(each -> each.asker() == skip.asker()).isPresent();
  }

  private Queueing answer(Queueing q, Skip skip, boolean done, Outbox<Message> out) {
    if (skip.asker() == self) {
      return onSkipped(q, self, done, out);
    }
    out.send(skip.asker(), new Skipped(done));
    return q;
  }

  /** The answer: perhaps this request is in the queue no more. */
  Queueing onSkipped(Queueing q, int predecessor, boolean done, Outbox<Message> out) {
    if (!done) {
      return q.unanswered(false);
    }
    var next = ((Asking) q.phase()).next().orElseThrow();
    out.send(next.asker(), new Behind(predecessor));
    return q.with(Queueing.OUT).withAhead(Optional.empty()).unanswered(false);
  }

  /** Its predecessor was skipped. */
  Queueing onBehind(Queueing q, int skipped, int predecessor) {
    return q.phase() instanceof Asking asking && asking.predecessor().equals(Optional.of(skipped))
        ? q.with(asking.behind(predecessor))
        : q;
  }

  /** A part in a fresh queue: acts at once where it can. */
  Queueing resume(Queueing q, Optional<Token> token, Outbox<Message> out) {
    if (token.isPresent()) {
      return onToken(q, token.get(), 0, out);
    }
    return q.open().isPresent() ? advance(q, out) : q;
  }

  /** The root departs: the queue ends with its successor, and a resting token goes with it. */
  Queueing bequeath(Queueing q, int successor, Outbox<Message> out) {
    int manager = q.last().orElseThrow();
    out.send(
        successor, new Inherit(manager == self ? successor : manager, q.open().map(Open::token)));
    return Queueing.NONE;
  }

  /** The root has departed, and this process has its place. */
  Queueing inherit(Queueing q, Inherit legacy) {
    var resting = legacy.token().map(Open::resting);
    return q.withLast(Optional.of(legacy.manager())).withOpen(resting.or(q::open));
  }
}
