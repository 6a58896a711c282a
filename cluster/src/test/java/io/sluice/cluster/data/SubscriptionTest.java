package io.sluice.cluster.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SubscriptionTest {

  private static final long SIZE = 3L * Blocks.BYTES + 17;
  private static final long PATIENCE_SECONDS = 60;

  private final RegionPool there = new RegionPool();
  private final RegionPool here = new RegionPool();
  private final Subscribers subscribers = new Subscribers(Runnable::run);
  private final LinkedBlockingQueue<SealedVersion> received = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile SealedVersion current = SealedVersion.first(SIZE, there);
  private ServerSocketChannel server;
  private Subscription subscription;

  @BeforeEach
  void subscribe() throws IOException {
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofPlatform().daemon().start(this::serve);
    var listener =
        new Subscription.Listener() {
          @Override
          public void received(Subscription from, SealedVersion version) {
            received.add(version);
          }

          @Override
          public void ended(Subscription subscription) {
            ended.countDown();
          }
        };
    subscription =
        new Subscription(
            new Member(1, 2, "source"),
            () -> SocketChannel.open(server.getLocalAddress()),
            listener);
    Thread.ofPlatform().daemon().start(subscription);
  }

  @AfterEach
  void close() throws IOException {
    subscription.cancel();
    server.close();
  }

  @Test
  void theNextVersionIsSentByTheThreadThatCommits() throws Exception {
    var first = SealedVersion.first(SIZE, here);
    ask(first);
    awaitSubscriber();
    commit(7);

    var arrived = next();

    assertThat(arrived.version()).isEqualTo(7);
    assertThat(arrived.region().bytes().get(ValueLayout.JAVA_BYTE, Blocks.BYTES))
        .isEqualTo((byte) 7);
    assertThat(subscription.isAsked()).isFalse();
  }

  @Test
  void eachRequestBringsOneVersion() throws Exception {
    ask(SealedVersion.first(SIZE, here));
    awaitSubscriber();
    commit(7);
    var arrived = next();
    commit(8);
    commit(9);
    assertThat(received).as("not asked for").isEmpty();

    ask(arrived);
    var newest = next();

    assertThat(newest.version()).as("it was there already").isEqualTo(9);
    assertThat(newest.region().bytes().get(ValueLayout.JAVA_BYTE, Blocks.BYTES))
        .isEqualTo((byte) 9);
    assertThat(arrived.region().bytes().get(ValueLayout.JAVA_BYTE, Blocks.BYTES))
        .as("still whole")
        .isEqualTo((byte) 7);
  }

  @Test
  void aVersionThatWasNotCommittedThereIsSentOnDemand() throws Exception {
    ask(SealedVersion.first(SIZE, here));
    awaitSubscriber();
    current = written(7); // It has arrived from a third member, say.

    subscription.hasten();
    subscription.hasten();

    assertThat(next().version()).isEqualTo(7);
    ask(SealedVersion.first(SIZE, here));
    assertThat(next().version()).as("one answer to each request").isEqualTo(7);
    assertThat(received).isEmpty();
  }

  @Test
  void aSubscriptionThatIsCancelledGivesItsMemoryBack() throws Exception {
    var first = SealedVersion.first(SIZE, here);
    ask(first);
    awaitSubscriber();
    first.release();

    subscription.cancel();

    assertThat(ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(first.retain()).as("the base is used no more").isFalse();
  }

  private void ask(SealedVersion base) {
    assertThat(base.retain()).isTrue();
    subscription.ask(new Fetch(here, Optional.of(base), false));
  }

  private SealedVersion next() throws InterruptedException {
    var version = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(version).isNotNull();
    return version;
  }

  private void awaitSubscriber() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (subscribers.isEmpty()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(1);
    }
  }

  private SealedVersion written(long version) {
    var draft = new Draft(current, there);
    draft.region().bytes().set(ValueLayout.JAVA_BYTE, Blocks.BYTES, (byte) version);
    return draft.seal(version);
  }

  private void commit(long version) {
    current = written(version);
    subscribers.send(current);
  }

  private void serve() {
    try (var source = server.accept()) {
      new Serving(source, () -> Optional.of(current).filter(SealedVersion::retain), subscribers)
          .run();
    } catch (IOException end) {
      // The test closes the connection.
    }
  }
}
