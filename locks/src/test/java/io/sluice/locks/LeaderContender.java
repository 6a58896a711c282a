package io.sluice.locks;

import static io.sluice.locks.LaunchedProcess.say;

import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.locks.Contender.Manner;
import io.sluice.locks.leader.Candidate;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * As a {@link Contender}, but it stands for leadership of {@code x}. Its callbacks say what they
 * are told, for {@link Terms}; the granted one of a {@link Manner#KEEPER} lasts until it is
 * interrupted.
 */
public final class LeaderContender {

  private static final long TERM_NANOS = 5_000_000;

  /** How long a revoked callback takes at most, so that a leader that begins too early is seen. */
  private static final int REVOKING_NANOS = 2_000_000;

  private final Sluice sluice;
  private final String node;
  private final Manner manner;
  private final AtomicBoolean ended;
  private final Candidate candidate;

  /** Callbacks may come before the candidate is known here. */
  private final CountDownLatch standing = new CountDownLatch(1);

  // Of the thread that runs the callbacks:

  /** This node as a member, if it is known that the latest term began as that one. */
  private Optional<Member> self = Optional.empty();

  /** The fence of the term whose callback was granted last. */
  private long granted;

  /** The fence of the latest term of whose end the callback was told. */
  private volatile long revoked;

  private LeaderContender(Sluice sluice, String node, Manner manner, AtomicBoolean ended) {
    this.sluice = sluice;
    this.node = node;
    this.manner = manner;
    this.ended = ended;
    this.candidate = sluice.leader("x").onGranted(this::granted).onRevoked(this::revoked).stand();
    standing.countDown();
  }

  public static void main(String[] args) throws Exception {
    contend(args, joining -> joining.over(LaunchedProcess.network(args)));
  }

  /** Stands for leadership, over any transport. */
  public static void contend(String[] args, UnaryOperator<Sluice.Builder> over) throws Exception {
    var manner = Manner.valueOf(args[2]);
    var ended = LaunchedProcess.ended();
    try (var sluice = LaunchedProcess.joining(args, over).join()) {
      sluice.awaitMembership(Duration.ofSeconds(60));
      say("member");
      if (manner == Manner.BYSTANDER) {
        while (!ended.get()) {
          TimeUnit.MILLISECONDS.sleep(5);
        }
      } else {
        new LeaderContender(sluice, args[1], manner, ended).stand();
      }
    }
    say("bye");
  }

  private void stand() throws InterruptedException {
    try (candidate) {
      while (!ended.get() && !(lead() && manner == Manner.KEEPER)) {
        candidate.resign();
      }
    }
  }

  private void granted(Candidate.Term term) {
    granted = term.fence();
    self = Optional.empty();
    say("granted " + System.nanoTime() + " " + granted);
    try {
      standing.await();
      // In this order: if the term is valid after that, it belongs to that incarnation.
      var now = self();
      self = candidate.term().equals(Optional.of(term)) ? now : Optional.empty();
      if (manner == Manner.KEEPER) {
        new CountDownLatch(1).await();
      }
    } catch (InterruptedException e) {
      say("interrupted " + System.nanoTime());
    }
  }

  private void revoked() {
    long from = System.nanoTime();
    long until = from + ThreadLocalRandom.current().nextInt(REVOKING_NANOS);
    while (System.nanoTime() - until < 0) {
      Thread.onSpinWait();
    }
    long to = System.nanoTime();
    // In this order: a node that has joined again since is another member.
    long lease = sluice.node().transport().leaseUntil();
    boolean held = lease == Transport.FOREVER || lease - System.nanoTime() > 0;
    held &= self.isPresent() && self.equals(self());
    say("revoked " + from + " " + to + " " + granted + " " + held);
    revoked = granted;
  }

  /** This node's present incarnation. */
  private Optional<Member> self() {
    return sluice.view().members().stream().filter(each -> each.name().equals(node)).findFirst();
  }

  private boolean lead() throws InterruptedException {
    say("ask " + System.nanoTime());
    boolean leads = candidate.awaitLeadership(Duration.ofMillis(500));
    // The time is read before the question, so that it lies within what was answered.
    long from = System.nanoTime();
    var term = candidate.term();
    if (!leads || term.isEmpty()) {
      say("told " + from);
      return false;
    }
    long fence = term.get().fence();
    var held = new Held.Part("x", fence, Claim.EXCLUSIVE);
    say("in " + from + " " + held);
    long last = from;
    boolean leading = true;
    for (long now = from;
        leading && (manner == Manner.KEEPER ? !ended.get() : now - from < TERM_NANOS);
        TimeUnit.MILLISECONDS.sleep(1)) {
      now = System.nanoTime();
      leading = candidate.term().equals(term);
      last = leading ? now : last;
    }
    say((leading ? "out " : "lost ") + from + " " + last + " " + held);
    if (!leading) {
      awaitRevoked(fence);
    }
    return true;
  }

  /** Before this candidate does anything that would end a term: the loss alone is to be told. */
  private void awaitRevoked(long fence) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Contender.LONG_SECONDS);
    while (revoked < fence) {
      if (System.nanoTime() - end > 0) {
        say("unrevoked " + fence);
        return;
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }
}
