package io.sluice.cluster.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.CapturedLog;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AcceptLoopTest {

  /** Fails as a server socket does that is out of file descriptors, until it is repaired. */
  private static final class Source implements AcceptLoop.Source<Socket> {
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean repaired = new AtomicBoolean();
    private final AtomicBoolean stopped = new AtomicBoolean();

    @Override
    public Socket accept() throws IOException {
      calls.incrementAndGet();
      if (!repaired.get()) {
        throw new SocketException("Too many open files");
      }
      stopped.set(true);
      return new Socket();
    }
  }

  @Test
  void waitsBetweenFailuresWarnsOnceAndGoesOnWhenAcceptingWorksAgain() throws Exception {
    try (var log = CapturedLog.open()) {
      var source = new Source();
      Queue<Socket> accepted = new ConcurrentLinkedQueue<>();
      long begin = System.nanoTime();
      var thread =
          Thread.ofPlatform()
              .start(() -> new AcceptLoop<>(source, source.stopped::get).run(accepted::add));
      await().atMost(Duration.ofSeconds(30)).until(() -> source.calls.get() == 8);
      // 10 + 20 + ... + 640 ms lie between the first and the eighth attempt.
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isGreaterThan(Duration.ofMillis(1_200));
      source.repaired.set(true);
      assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
      assertThat(accepted).hasSize(1);
      assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin)).isLessThan(30);
      assertThat(log.lines("Too many open files")).hasSize(1);
    }
  }
}
