package io.sluice.cluster.runtime;

import io.sluice.cluster.Faults;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;

/**
 * Runs tasks one after the other, in the order of their arrival, on the threads that submit them: a
 * thread that finds the mailbox at rest runs its own task and then all that arrived meanwhile. So a
 * task without competition crosses no thread, and a mailbox at rest is one empty field.
 *
 * <p>No lock is held while a task runs. A task may bring tasks to this mailbox and to others; those
 * that fall to its own thread are run after it has returned, not within it, so the stack stays flat
 * however long a conversation between nodes of one JVM goes on.
 *
 * <p>Legal transitions of {@link #mail}: null (at rest) to RUNNING to a chain of tasks (the last to
 * come first), to RUNNING when they are taken, and back to null when there are none; or from
 * RUNNING to CLOSED, for good.
 */
public final class Mailbox {

  private static final Mail RUNNING = new Mail(() -> {});

  /** It takes no task any more. */
  private static final Mail CLOSED = new Mail(() -> {});

  private static final VarHandle MAIL;

  static {
    try {
      MAIL = MethodHandles.lookup().findVarHandle(Mailbox.class, "mail", Mail.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The mailboxes that this thread has to run; there is a list only while it runs one. */
  private static final ThreadLocal<Shift> SHIFT = ThreadLocal.withInitial(Shift::new);

  @SuppressWarnings("NullAway") // at rest it is null, which takes no memory
  private volatile Mail mail;

  /** A task that waits for its turn. */
  private static final class Mail {
    private final Runnable task;

    @SuppressWarnings("NullAway") // the end of a chain
    private Mail next;

    Mail(Runnable task) {
      this.task = task;
    }
  }

  /** A task together with the mailbox it is for. */
  private record Due(Mailbox mailbox, Runnable task) {}

  private static final class Shift {
    private final ArrayDeque<Due> due = new ArrayDeque<>();
    private boolean busy;

    /** Whether further tasks of the mailbox have been taken that it runs just now. */
    private boolean more;
  }

  /** Whether nothing runs and nothing waits. */
  boolean atRest() {
    return mail == null;
  }

  /** Whether the calling thread is just running a task of some mailbox. */
  static boolean isAtWork() {
    return SHIFT.get().busy;
  }

  /** Whether it takes no task any more. */
  boolean isClosed() {
    return mail == CLOSED;
  }

  /**
   * Closes the mailbox if no task waits in it; only for the task that it runs just now. So every
   * task that was accepted is run, and no later one overtakes it by another way.
   *
   * @return whether it is closed: it takes no task any more
   */
  boolean closeIfLast() {
    return !SHIFT.get().more && MAIL.compareAndSet(this, RUNNING, CLOSED);
  }

  /** Runs the task as {@link #offer} does, in a mailbox that is never closed. */
  public void submit(Runnable task) {
    var _ = offer(task);
  }

  /**
   * Runs the task now if the mailbox is at rest, otherwise after the tasks before it.
   *
   * @return false if the mailbox is closed, and the task will not be run
   */
  boolean offer(Runnable task) {
    Mail own = null;
    while (true) {
      Mail seen = mail;
      if (seen == null) {
        if (MAIL.compareAndSet(this, null, RUNNING)) {
          begin(task);
          return true;
        }
      } else if (seen == CLOSED) {
        return false;
      } else {
        if (own == null) {
          own = new Mail(task);
        }
        own.next = seen;
        if (MAIL.compareAndSet(this, seen, own)) {
          return true;
        }
      }
    }
  }

  private void begin(Runnable task) {
    Shift shift = SHIFT.get();
    if (shift.busy) {
      shift.due.add(new Due(this, task));
      return;
    }
    shift.busy = true;
    try {
      run(task, shift);
      for (Due next = shift.due.poll(); next != null; next = shift.due.poll()) {
        next.mailbox.run(next.task, shift);
      }
    } finally {
      shift.busy = false;
    }
  }

  private void run(Runnable first, Shift shift) {
    perform(first);
    while (!MAIL.compareAndSet(this, RUNNING, null) && !isClosed()) {
      for (Mail each = takeAll(); each != RUNNING; each = each.next) {
        shift.more = each.next != RUNNING;
        perform(each.task);
      }
    }
  }

  /** What has come, the oldest first, with RUNNING at the end. */
  private Mail takeAll() {
    Mail newest = (Mail) MAIL.getAndSet(this, RUNNING);
    Mail oldest = RUNNING;
    while (newest != RUNNING) {
      Mail before = newest.next;
      newest.next = oldest;
      oldest = newest;
      newest = before;
    }
    return oldest;
  }

  /**
   * A task that throws must not keep the others from running. Failures of a protocol's step do not
   * get here; see {@link RunningProcess}.
   */
  private static void perform(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      Faults.report(e);
    }
  }
}
