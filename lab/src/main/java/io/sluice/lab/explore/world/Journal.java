package io.sluice.lab.explore.world;

import io.sluice.lab.explore.table.Bytes;
import io.sluice.lab.explore.world.Client.Draw;
import io.sluice.lab.explore.world.Step.Effects;
import io.sluice.protocol.Input;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * How each number of a {@link Dictionary} came about, in the order in which they were given: which
 * question was asked, by its numbers, and the answer. Asked the same questions again, another
 * dictionary of the same scope gives the same numbers, since protocols are pure; so no state or
 * message has to be written down. An answer that differs shows that the protocol has changed.
 *
 * <p>Questions that gave no new number are left out.
 */
public final class Journal<S, M> {

  /** The questions, each with the numbers that it is about. */
  enum Question {
    /** Process, state and code of the input. */
    STEP,
    /** Queue and message. */
    APPENDED,
    /** Queue and position. */
    WITHOUT,
    /** Client, code of the input and effects. */
    CLIENT_AFTER,
    /** Client and the process that was let in. */
    CLIENT_OVERTAKEN,
    /** Client, whether a tick is due, and how long it is paused and one more. */
    CLIENT_CLOCK,
    /** Client. */
    CLIENT_CRASHED,
    /** State and the number of the change. */
    REWRITTEN_STATE,
    /** Client and the number of the change. */
    REWRITTEN_CLIENT,
    /** Queue and the number of the change. */
    REWRITTEN_QUEUE,
    /** Peer. */
    EXCLUDED,
    /** The time. */
    TICK,
    /** The member that introduces it. */
    JOIN,
    DEPART,
    WITHDRAW,
    /** Effects with the timer, and its place there. */
    EXPIRED,
    /** Effects with the draw, its place there, and the outcome. */
    DRAWN,
    /** Process, place among all orders it may be given, and the world in which it may. */
    ORDER,
    /** Sender and message. */
    NOTICED_LOSS
  }

  private static final Question[] QUESTIONS = Question.values();

  private final Bytes entries = new Bytes();
  private int count;
  private boolean kept;

  /** Keeps what is asked from now on. All before must follow from the scope alone. */
  public void keep() {
    kept = true;
  }

  boolean isKept() {
    return kept;
  }

  @SuppressWarnings("EnumOrdinal") // part of the format of checkpoints, which has a number
  void add(Question question, int answer, int... numbers) {
    entries.putInt(question.ordinal());
    entries.putInt(numbers.length);
    for (int number : numbers) {
      entries.putInt(number);
    }
    entries.putInt(answer);
    count++;
  }

  /** Notes an input other than a message, a request, a release or an order. */
  void add(Input<M> input, int code, Interner<Effects> effects) {
    switch (input) {
      case Input.Excluded<M>(int peer) -> add(Question.EXCLUDED, code, peer);
      case Input.Tick<M>(long now) -> add(Question.TICK, code, Math.toIntExact(now));
      case Input.Join<M>(int introducer) -> add(Question.JOIN, code, introducer);
      case Input.Depart<M> _ -> add(Question.DEPART, code);
      case Input.Withdraw<M> _ -> add(Question.WITHDRAW, code);
      case Input.Expired<M>(String timer) -> {
        int[] place = place(effects, set -> set.timers().indexOf(timer));
        add(Question.EXPIRED, code, place);
      }
      case Input.Drawn<M>(String draw, int outcome) -> {
        int[] place =
            place(effects, set -> set.draws().stream().map(Draw::name).toList().indexOf(draw));
        add(Question.DRAWN, code, place[0], place[1], outcome);
      }
      default -> throw new IllegalStateException("it does not follow from numbers: " + input);
    }
  }

  private static int[] place(Interner<Effects> effects, ToIntFunction<Effects> index) {
    for (int number = 0; number < effects.size(); number++) {
      int found = index.applyAsInt(effects.value(number));
      if (found >= 0) {
        return new int[] {number, found};
      }
    }
    throw new IllegalStateException("no step has set this timer, or asked for this draw");
  }

  /** The entries since they were last {@linkplain #clear cleared}. */
  public Bytes entries() {
    return entries;
  }

  public int count() {
    return count;
  }

  /** The entries are on the disk. */
  public void clear() {
    entries.clear();
    count = 0;
  }

  static int answer(Step step) {
    return 31 * (31 * step.next() + step.effects()) + Arrays.hashCode(step.sends());
  }

  /**
   * Asks questions again.
   *
   * @param cursor a cursor of the scope, whose world is lost
   * @return whether all the answers are the same
   */
  public boolean ask(Bytes questions, int number, Cursor<S, M> cursor) {
    for (int k = 0; k < number; k++) {
      var question = QUESTIONS[questions.getInt()];
      int[] numbers = new int[questions.getInt()];
      Arrays.setAll(numbers, _ -> questions.getInt());
      int expected = questions.getInt();
      try {
        if (answer(question, numbers, cursor) != expected) {
          return false;
        }
      } catch (IndexOutOfBoundsException e) {
        return false; // a number is not known that was
      }
    }
    return true;
  }

  private int answer(Question question, int[] numbers, Cursor<S, M> cursor) {
    var dictionary = cursor.dictionary();
    int a = numbers.length > 0 ? numbers[0] : 0;
    int b = numbers.length > 1 ? numbers[1] : 0;
    int c = numbers.length > 2 ? numbers[2] : 0;
    return switch (question) {
      case STEP -> answer(dictionary.step(Dictionary.key(a, b, c)));
      case APPENDED -> dictionary.appended(a, b);
      case WITHOUT -> dictionary.without(a, b);
      case CLIENT_AFTER -> dictionary.clientAfter(a, b, c);
      case CLIENT_OVERTAKEN -> dictionary.clientOvertaken(a, b);
      case CLIENT_CLOCK -> dictionary.clientWith(a, new Client.Clock(b == 1, c - 1));
      case CLIENT_CRASHED -> dictionary.clientCrashed(a);
      case REWRITTEN_STATE -> dictionary.rewriteState(a, b, cursor.change(b));
      case REWRITTEN_CLIENT -> dictionary.rewriteClient(a, b, cursor.change(b));
      case REWRITTEN_QUEUE -> dictionary.rewriteQueue(a, b, cursor.change(b));
      case EXCLUDED -> dictionary.code(new Input.Excluded<>(a));
      case TICK -> dictionary.code(new Input.Tick<>(a));
      case JOIN -> dictionary.code(new Input.Join<>(a));
      case DEPART -> dictionary.code(new Input.Depart<>());
      case WITHDRAW -> dictionary.code(new Input.Withdraw<>());
      case EXPIRED -> dictionary.code(new Input.Expired<>(dictionary.effects(a).timers().get(b)));
      case DRAWN ->
          dictionary.code(new Input.Drawn<>(dictionary.effects(a).draws().get(b).name(), c));
      case ORDER -> cursor.codeOfOrder(Arrays.copyOfRange(numbers, 2, numbers.length), a, b);
      case NOTICED_LOSS -> cursor.codeOfNotice(a, b).orElseThrow();
    };
  }
}
