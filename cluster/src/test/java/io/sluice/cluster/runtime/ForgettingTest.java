package io.sluice.cluster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Limits;
import io.sluice.cluster.Transport;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.recording.Recorder;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.forgetting.Answer;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names that no request uses are forgotten by all members together. */
@Timeout(120)
class ForgettingTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Algorithm<?, ?> PLAIN = TokenQueue.ALGORITHM;

  private static Node start(Transport transport, Duration forgetAfter) {
    return Node.start(
        transport,
        Catalogue.builtIn(),
        _ -> Observer.NONE,
        _ -> Attachment.NONE,
        Recorder.NONE,
        forgetAfter,
        Limits.NONE);
  }

  private static GatedTransport local(String cluster, String name) {
    return new GatedTransport(Local.jvm().transport(cluster, name, Duration.ZERO));
  }

  private static Request ask(Node node, String lock) {
    return node.resource(lock, PLAIN).ask(Claim.EXCLUSIVE);
  }

  private static Request granted(Request request) throws InterruptedException {
    assertThat(request.await(System.nanoTime() + SOON.toNanos())).isTrue();
    assertThat(request.state()).isEqualTo(State.INSIDE);
    return request;
  }

  /** Uses a lock once; returns the fencing number. */
  private static long use(Node node, String lock) throws InterruptedException {
    var request = granted(ask(node, lock));
    request.release();
    return request.fence();
  }

  private static void awaitForgotten(Node... nodes) {
    await().atMost(SOON).until(() -> List.of(nodes).stream().allMatch(each -> each.locks() == 0));
  }

  @Test
  void aLoneMemberForgetsWithoutMessages() throws InterruptedException {
    var transport = local("forget-lone", "only");
    try (var node = start(transport, SHORT)) {
      long before = use(node, "x");
      awaitForgotten(node);
      assertThat(use(node, "x")).isGreaterThan(before);
      awaitForgotten(node);
      assertThat(transport.sent()).isEmpty();
    }
  }

  /** A name is held for any time, and no traffic comes of that. */
  @Test
  void whatIsHeldIsNotForgottenNorProposedAgain() throws InterruptedException {
    var one = local("forget-held", "one");
    var two = local("forget-held", "two");
    try (var first = start(one, SHORT);
        var second = start(two, SHORT);
        var third = start(local("forget-held", "three"), SHORT)) {
      granted(ask(second, "held"));
      use(first, "idle-here");
      await().atMost(SOON).until(() -> first.locks() == 1 && second.locks() == 1);
      // The first member proposes the name once, and the second one refuses.
      await().atMost(SOON).until(() -> proposals(one, "held") == 1);
      await()
          .atMost(SOON)
          .during(Duration.ofMillis(300))
          .until(() -> proposals(one, "held") == 1 && proposals(two, "held") == 0);
      assertThat(third.locks()).as("only heard of the proposal").isZero();
      assertThat(ask(first, "held").state()).isEqualTo(State.WAITING);
    }
  }

  private static long proposals(GatedTransport transport, String name) {
    return transport.sent().stream()
        .filter(Frame.Freeze.class::isInstance)
        .map(Frame.Freeze.class::cast)
        .filter(freeze -> freeze.names().contains(name))
        .map(Frame.Freeze::number)
        .distinct() // one to each other member
        .count();
  }

  @Test
  void manyNamesTakeFewFrames() throws InterruptedException {
    int names = 5_000;
    var one = local("forget-many", "one");
    var two = local("forget-many", "two");
    try (var first = start(one, Duration.ofSeconds(2));
        var second = start(two, Duration.ofSeconds(2))) {
      for (int i = 0; i < names; i++) {
        use(i % 2 == 0 ? first : second, "name-" + i);
      }
      awaitForgotten(first, second);
      long frames =
          one.sent().stream().filter(ForgettingTest::isOfForgetting).count()
              + two.sent().stream().filter(ForgettingTest::isOfForgetting).count();
      assertThat(frames).isPositive().isLessThan(names / 5);
    }
  }

  private static boolean isOfForgetting(Frame frame) {
    return frame instanceof Frame.Freeze
        || frame instanceof Frame.Frozen
        || frame instanceof Frame.Decided;
  }

  private static boolean isAgreement(Frame frame) {
    return frame instanceof Frame.Frozen answer
        && answer.answers().stream().anyMatch(Answer::isFrozen);
  }

  private static boolean isForgotten(Frame frame) {
    return frame instanceof Frame.Decided decision && decision.forgotten().contains(true);
  }

  /**
   * Uses a lock until one of its frames is kept by a gate: so its name is frozen.
   *
   * @return the latest fencing number
   */
  private static long freeze(Node node, Predicate<Frame> kept, GatedTransport... gates)
      throws InterruptedException {
    while (true) {
      long fence = use(node, "x");
      for (GatedTransport each : gates) {
        each.close(kept);
      }
      BooleanSupplier isFrozen = () -> List.of(gates).stream().anyMatch(each -> each.kept() > 0);
      await().atMost(SOON).until(() -> isFrozen.getAsBoolean() || node.locks() == 0);
      if (isFrozen.getAsBoolean()) {
        return fence;
      }
      for (GatedTransport each : gates) { // It was forgotten before they were closed.
        each.open();
      }
    }
  }

  /** Requests for a frozen name wait for the decision, and begin from nothing after it. */
  @Test
  void aRequestWaitsForTheDecision() throws InterruptedException {
    var one = local("forget-frozen", "one");
    var two = local("forget-frozen", "two");
    try (var first = start(one, SHORT);
        var second = start(two, SHORT)) {
      long before = freeze(second, ForgettingTest::isAgreement, one, two);
      var here = ask(first, "x");
      var there = ask(second, "x");
      var withdrawn = ask(second, "x");
      withdrawn.withdraw();
      assertThat(withdrawn.state()).isEqualTo(State.WITHDRAWN);
      assertThat(here.state()).isEqualTo(State.WAITING);
      assertThat(there.state()).isEqualTo(State.WAITING);
      one.open();
      two.open();
      await().atMost(SOON).until(() -> here.state() != there.state());
      var winner = here.state() == State.INSIDE ? here : there;
      var next = winner.equals(here) ? there : here;
      assertThat(winner.fence()).isGreaterThan(before);
      winner.release();
      assertThat(granted(next).fence()).isGreaterThan(winner.fence());
      next.release();
      awaitForgotten(first, second);
    }
  }

  /** A view that comes during a proposal ends it: no member waits for the answers any more. */
  @Test
  void aViewEndsAProposal() throws InterruptedException {
    var one = local("forget-view", "one");
    var two = local("forget-view", "two");
    try (var first = start(one, SHORT);
        var second = start(two, SHORT)) {
      long before = freeze(second, ForgettingTest::isAgreement, one, two);
      var here = ask(first, "x");
      var there = ask(second, "x");
      try (var third = start(local("forget-view", "three"), SHORT)) {
        one.open(); // Of an earlier view by now, and so without effect.
        two.open();
        await().atMost(SOON).until(() -> here.state() != there.state());
        var winner = here.state() == State.INSIDE ? here : there;
        assertThat(winner.fence()).isGreaterThan(before);
        winner.release();
        granted(winner.equals(here) ? there : here).release();
        assertThat(use(third, "x")).isGreaterThan(winner.fence());
        awaitForgotten(first, second, third);
      }
    }
  }

  /** The proposer goes after it has frozen the name at the others, and never decides. */
  @Test
  void theOthersContinueWhenTheProposerGoes() throws InterruptedException {
    var one = local("forget-crash", "one");
    var first = start(one, SHORT);
    try (var second = start(local("forget-crash", "two"), Duration.ofSeconds(30));
        var third = start(local("forget-crash", "three"), Duration.ofSeconds(30))) {
      long before = freeze(first, ForgettingTest::isForgotten, one);
      var waiting = ask(second, "x");
      assertThat(waiting.state()).isEqualTo(State.WAITING);
      first.close();
      assertThat(granted(waiting).fence()).isGreaterThan(before);
      waiting.release();
      assertThat(use(third, "x")).isGreaterThan(waiting.fence());
    } finally {
      first.close();
    }
  }

  /** Such a message cannot come, but where a member does not keep to the rules. */
  @Test
  void messagesOfAForgottenLockStopTheNode() throws InterruptedException {
    var one = local("forget-stale", "one");
    var two = local("forget-stale", "two");
    try (var first = start(one, SHORT);
        var second = start(two, SHORT)) {
      use(second, "x");
      awaitForgotten(first, second);
      var pass =
          one.sent().stream()
              .filter(
                  frame ->
                      frame instanceof Frame.Step(_, var message)
                          && message instanceof TokenQueue.Message.Pass)
              .findFirst()
              .orElseThrow();
      one.sendAnyway(second.view().members().get(1), pass);
      await().atMost(SOON).until(second::isStopped);
      assertThat(second.whyStopped()).contains("token-queue").contains("'x'");
    }
  }

  @Test
  void answersAndDecisionsWithoutAProposalStopTheNode() throws InterruptedException {
    var one = local("forget-breach", "one");
    try (var first = start(one, SHORT);
        var second = start(local("forget-breach", "two"), SHORT);
        var third = start(local("forget-breach", "three"), SHORT)) {
      use(first, "x");
      use(third, "x");
      var view = first.view();
      one.sendAnyway(view.members().get(1), new Frame.Decided(view.number(), 77, List.of(true), 0));
      await().atMost(SOON).until(second::isStopped);
      assertThat(second.whyStopped()).contains("decided what it has not proposed");
      await().atMost(SOON).until(() -> third.view().members().size() == 2);
      await().atMost(SOON).until(() -> first.view().equals(third.view()));
      var answer = new Answer(Answer.Reply.FROZEN, 0);
      one.sendAnyway(
          first.view().members().get(1),
          new Frame.Frozen(first.view().number(), 77, List.of(answer), 0));
      await().atMost(SOON).until(third::isStopped);
      assertThat(third.whyStopped()).contains("a proposal that was not made");
    }
  }
}
