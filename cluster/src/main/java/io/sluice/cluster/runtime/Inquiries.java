package io.sluice.cluster.runtime;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The questions that this node asks the members about their requests, and its answers to theirs.
 *
 * <p>A question belongs to no view: when a view comes, the members of it that have not answered are
 * asked again, and answers of those that are gone are dropped. All members act on a question at
 * most once in effect, since it names requests by their fencing numbers.
 *
 * <p>For the node's own mailbox, but for the static methods.
 */
final class Inquiries {

  private static final Logger LOG = LoggerFactory.getLogger(Inquiries.class);

  /** As many letters, of three bytes at most, are well below what a frame may hold. */
  private static final int MOST_LETTERS = 1 << 16;

  private static final int LETTERS_OF_NUMBERS = 24;

  /** Threads may have names of any length. */
  private static final int LONGEST_NAME = 200;

  private final Node node;
  private final Resources resources;
  private final Map<Long, Question> open = new HashMap<>();
  private long numbers;

  Inquiries(Node node, Resources resources) {
    this.node = node;
    this.resources = resources;
  }

  /** Makes the frame for a member; nothing if the question does not concern it. */
  @FunctionalInterface
  interface Wording {
    Optional<Frame.Notice> frame(long view, long number, Member member);
  }

  /** A question, and the answers that have come. */
  static final class Question {
    private final Wording wording;
    private final Map<Member, Frame.Notice> answers = new HashMap<>();
    private final Set<Member> asked = new HashSet<>();
    private final CompletableFuture<Answers> future = new CompletableFuture<>();
    private View view = Epoch.none().view();

    Question(Wording wording) {
      this.wording = wording;
    }

    CompletableFuture<Answers> future() {
      return future;
    }
  }

  void ask(Question question) {
    long number = ++numbers;
    open.put(number, question);
    send(number, question);
  }

  /** A view has come: asks its members that have not answered. */
  void askAgain() {
    Map.copyOf(open).forEach(this::send);
  }

  private void send(long number, Question question) {
    Epoch now = resources.epoch();
    question.view = now.view();
    question.asked.clear();
    question.answers.keySet().retainAll(now.view().members());
    var frames = new HashMap<Member, Frame.Notice>();
    for (Member member : now.view().members()) {
      var frame = question.wording.frame(now.number(), number, member);
      if (frame.isPresent() && !question.answers.containsKey(member)) {
        question.asked.add(member);
        frames.put(member, frame.get());
      }
    }
    frames.forEach(node::send);
    endIfAnswered(number, question);
  }

  /** A member has answered. */
  void take(Member from, long number, Frame answer) {
    Question question = open.get(number);
    if (question != null && answer instanceof Frame.Notice notice && question.asked.remove(from)) {
      question.answers.put(from, notice);
      endIfAnswered(number, question);
    }
  }

  private void endIfAnswered(long number, Question question) {
    if (question.asked.isEmpty() && !question.view.members().isEmpty()) {
      open.remove(number);
      complete(question);
    }
  }

  /** The time for answers is over. */
  void end(Question question) {
    if (open.values().remove(question)) {
      complete(question);
    }
  }

  /** On a thread of its own: what follows may ask for locks. */
  private static void complete(Question question) {
    var answers = new Answers(question.view, question.answers, List.copyOf(question.asked));
    Thread.startVirtualThread(() -> question.future.complete(answers));
  }

  /** Answers on a thread of its own, since there may be very many locks. */
  void answer(Member from, Frame.Inquiry inquiry) {
    node.watch();
    if (inquiry.resource().isPresent()) {
      var one = resources.find(inquiry.resource().get()).stream().toList();
      list(from, inquiry, one);
    } else {
      Thread.startVirtualThread(() -> list(from, inquiry, resources.all()));
    }
  }

  private void list(Member from, Frame.Inquiry inquiry, List<Resource> those) {
    var inventory = new Listing(those.size());
    Runnable send = () -> node.send(from, inventory.frame(inquiry));
    if (those.isEmpty()) {
      send.run();
    }
    for (Resource each : those) {
      each.describe(
          (occupants, passages) -> {
            if (inventory.add(occupants, passages)) {
              send.run();
            }
          });
    }
  }

  void answer(Member from, Frame.Revoke order) {
    var resource = resources.find(order.resource());
    if (resource.isPresent()) {
      resource.get().revoke(from, order, revoked -> node.send(from, revoked));
    } else {
      node.send(from, nothingToRevoke(order));
    }
  }

  /** The requests of many locks, as far as they fit into a frame. */
  private static final class Listing {
    private final List<Frame.Occupant> occupants = new ArrayList<>();
    private final List<Frame.Passage> passages = new ArrayList<>();
    private int left;
    private int letters;
    private int lettersOfPassages;
    private int omitted;

    Listing(int locks) {
      left = locks;
    }

    /** Adds the requests of one lock; whether it was the last one. */
    synchronized boolean add(List<Frame.Occupant> more, List<Frame.Passage> latest) {
      for (Frame.Passage each : latest) {
        lettersOfPassages += lettersOf(each);
        if (lettersOfPassages < MOST_LETTERS) {
          passages.add(each);
        }
      }
      for (Frame.Occupant each : more) {
        int needed =
            each.resource().length()
                + each.algorithm().length()
                + each.room().length()
                + each.thread().length()
                + LETTERS_OF_NUMBERS;
        if (letters + needed < MOST_LETTERS) {
          letters += needed;
          occupants.add(each);
        } else {
          omitted++;
        }
      }
      return --left == 0;
    }

    private static int lettersOf(Frame.Passage passage) {
      return passage.resource().length() + LETTERS_OF_NUMBERS;
    }

    /** Requests come first, and entries where there is room left. */
    synchronized Frame.Inventory frame(Frame.Inquiry inquiry) {
      var fitting = new ArrayList<Frame.Passage>();
      int all = letters;
      for (Frame.Passage each : passages) {
        all += lettersOf(each);
        if (all < MOST_LETTERS) {
          fitting.add(each);
        }
      }
      return new Frame.Inventory(
          inquiry.view(), inquiry.number(), List.copyOf(occupants), List.copyOf(fitting), omitted);
    }
  }

  /** A request as others see it; for tasks of its lock's mailbox. */
  static Frame.Occupant occupant(Request request) {
    var resource = request.resource();
    var claim = request.claim();
    boolean inside = request.state() == Request.State.INSIDE;
    return new Frame.Occupant(
        resource.name(),
        resource.algorithm().name(),
        inside,
        claim.room(),
        inside ? request.unit() : claim.unit(),
        claim.priority(),
        inside ? request.fence() : 0,
        TimeUnit.NANOSECONDS.toMillis(request.age()),
        nameOf(request.owner()));
  }

  /** Virtual threads usually have no name. */
  private static String nameOf(Thread thread) {
    String name = thread.getName().isEmpty() ? "thread " + thread.threadId() : thread.getName();
    return name.substring(0, Math.min(name.length(), LONGEST_NAME));
  }

  static Frame.Revoked nothingToRevoke(Frame.Revoke order) {
    return new Frame.Revoked(order.view(), order.number(), List.of(), 0, Optional.empty());
  }

  static Frame.Revoked refused(Frame.Revoke order, String why) {
    return new Frame.Revoked(order.view(), order.number(), List.of(), 0, Optional.of(why));
  }

  static String because(String why) {
    return why.isEmpty() ? "" : ": " + why;
  }

  /** A lock has been held for longer than its holder expected. */
  static void warn(Request held, Duration time) {
    if (held.state() == Request.State.INSIDE) {
      LOG.warn(
          "lock '{}' with fence {} has been held for {} by {}, longer than expected",
          held.resource().name(),
          held.fence(),
          time,
          nameOf(held.owner()));
      Node node = held.resource().node();
      if (node.isObserved()) {
        node.observer().stuck(held);
      }
    }
  }

  /** Every forced release is to be found afterwards: in the log, in recordings and in metrics. */
  static void audit(Request lost, Member by, String why) {
    LOG.warn(
        "lock '{}' with fence {}, held by {}, was released by force, by {}{}",
        lost.resource().name(),
        lost.fence(),
        nameOf(lost.owner()),
        by,
        because(why));
    FlightEvents.released(lost, by, why);
    Node node = lost.resource().node();
    if (node.isObserved()) {
      node.observer().revoked(lost);
    }
  }
}
