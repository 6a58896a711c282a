package io.sluice.cluster.runtime;

import io.sluice.protocol.forgetting.Answer;
import io.sluice.protocol.forgetting.Frozen;
import java.util.List;

/**
 * Whether a lock's name can be forgotten, as far as one node can tell: how long it has not been
 * used here, and how many messages of its lock are unaccounted for. The rules are those of {@link
 * Answer} and {@link Frozen}, which are searched.
 *
 * <p>Legal transitions of {@link #age}: from any to 0 when the name is used, one up with each sweep
 * unless it is LEFT_TO_OTHERS, and to that when a member has answered that it uses the name.
 *
 * <p>For tasks of the resource's mailbox, but for {@link #grow} and {@link #age}.
 */
final class Idleness {

  /** A member that uses the name will propose to forget it. */
  private static final int LEFT_TO_OTHERS = -1;

  /** Not used since one sweep at least: proposals of others are agreed to. */
  private static final int RESTED = 1;

  /** Sweeps since the name was used. Also written by sweeps: one of them may be overlooked. */
  private volatile int age = RESTED;

  /** Whether the name has ever been used here, and not only been proposed by another member. */
  private volatile boolean touched;

  /** Messages of this view's protocol that were sent here, less those taken. */
  private int balance;

  /** Steps of this view's protocol that are to be taken after a delay. */
  private int timers;

  @SuppressWarnings("NullAway") // null: not frozen, at no cost
  private Frozen<Runnable> frozen;

  /** A request or message has come, or a request has ended. */
  void used() {
    if (age != 0) {
      age = 0;
      touched = true;
    }
  }

  /** Whether what is known of the name here is what a member knows that has never heard of it. */
  boolean isUntouched() {
    return !touched;
  }

  void sent() {
    balance++;
  }

  void took() {
    balance--;
  }

  void timerSet() {
    timers++;
  }

  void timerExpired() {
    timers--;
  }

  /** All processes of the protocol begin again, in this view or the next. */
  @SuppressWarnings("NullAway") // see frozen
  void restart() {
    balance = 0;
    timers = 0;
    frozen = null;
  }

  /** One sweep more; returns for how many sweeps the name has not been used. */
  int grow() {
    int now = age;
    if (now != LEFT_TO_OTHERS && now < Byte.MAX_VALUE) {
      age = ++now;
    }
    return now;
  }

  /** A proposal of this node has failed; another may come, unless a member uses the name. */
  void notForgotten(boolean inUseElsewhere) {
    if (age != 0) {
      age = inUseElsewhere ? LEFT_TO_OTHERS : RESTED;
    }
  }

  boolean isFrozen() {
    return frozen != null;
  }

  /** Freezes the name for a proposal, if the answer says so. */
  Answer freeze(int proposer, boolean inUse) {
    var answer = Answer.of(isFrozen(), inUse || age == 0 || timers > 0, balance);
    if (answer.isFrozen()) {
      frozen = Frozen.by(proposer);
    }
    return answer;
  }

  /** A message waits for the decision. */
  void keep(Runnable message) {
    frozen = frozen.keeping(message);
  }

  /**
   * Whether the name is frozen for a proposal of that process. If not, its decision is against the
   * rules.
   */
  boolean isDecidedBy(int proposer) {
    return isFrozen() && frozen.isDecidedBy(proposer);
  }

  /** The name is frozen no longer; returns the messages that have waited. */
  @SuppressWarnings("NullAway") // see frozen
  List<Runnable> thaw() {
    var waiting = frozen.waiting();
    frozen = null;
    return waiting;
  }
}
