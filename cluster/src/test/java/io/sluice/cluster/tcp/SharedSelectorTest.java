package io.sluice.cluster.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which thread reads: with no thread waiting, with some waiting, and after they stop. */
@Timeout(20)
class SharedSelectorTest {

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private SharedSelector selector;
  private SocketChannel near;
  private SocketChannel far;

  /** Who has read a byte, in the order of the bytes. */
  private final List<Thread> readers = new CopyOnWriteArrayList<>();

  /** Those who want to know when a byte has been read. */
  private final Set<Thread> curious = ConcurrentHashMap.newKeySet();

  private final ExecutorService peer = Executors.newSingleThreadExecutor();

  @BeforeEach
  void connect() throws IOException {
    selector = new SharedSelector();
    try (var server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      far = SocketChannel.open(server.getLocalAddress());
      near = server.accept();
    }
    selector.add(near, this::read);
  }

  @AfterEach
  void disconnect() throws IOException {
    peer.close();
    selector.close();
    near.close();
    far.close();
  }

  private void read() {
    try {
      var bytes = ByteBuffer.allocate(16);
      for (int left = near.read(bytes); left > 0; left--) {
        readers.add(Thread.currentThread());
      }
      curious.forEach(this::rouse);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void rouse(Thread thread) {
    LockSupport.unpark(thread);
    selector.rouse(thread);
  }

  /** By another thread, while this one may already wait for the answer. */
  private void send() {
    peer.execute(
        () -> {
          try {
            far.write(ByteBuffer.allocate(1));
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  private void waitFor(BooleanSupplier over) {
    curious.add(Thread.currentThread());
    while (!over.getAsBoolean()) {
      selector.attend(over, Transport.FOREVER);
    }
  }

  /** Waits as for a lock, again and again, until the waiting thread reads what arrives. */
  private void waitUntilListening() {
    do {
      int before = readers.size();
      send();
      waitFor(() -> readers.size() > before);
    } while (!readers.getLast().equals(Thread.currentThread()));
  }

  /** Runs the task, which waits for something, and returns when it does. */
  private static CompletableFuture<Thread> waiting(Runnable task) {
    var thread = new CompletableFuture<Thread>();
    var done = new CompletableFuture<Thread>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              thread.complete(Thread.currentThread());
              task.run();
              done.complete(Thread.currentThread());
            });
    // In the system's call or parked: both look the same from outside, but for the frames.
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                done.isDone()
                    || List.of(thread.join().getStackTrace()).stream()
                        .anyMatch(
                            frame ->
                                frame.getMethodName().equals("wait")
                                    || frame.getMethodName().equals("park")));
    return done;
  }

  @Test
  void whileNobodyWaitsItsOwnThreadReads() throws Exception {
    send();
    await().atMost(PATIENCE).until(() -> readers.size() == 1);
    assertThat(readers.getFirst().getName()).isEqualTo("sluice-selector");
  }

  @Test
  void whoWaitsOftenReadsForItself() throws Exception {
    waitUntilListening();
    assertThat(readers.getLast()).isSameAs(Thread.currentThread());
  }

  @Test
  void whenNobodyWaitsAnyMoreItsOwnThreadReadsAgain() throws Exception {
    waitUntilListening();
    int before = readers.size();
    send();
    await().atMost(PATIENCE).until(() -> readers.size() > before);
    assertThat(readers.getLast()).isNotSameAs(Thread.currentThread());
  }

  @Test
  void whoListensCanBeRoused() throws Exception {
    waitUntilListening();
    var over = new AtomicBoolean();
    var main = Thread.currentThread();
    var rouser =
        Thread.ofPlatform()
            .start(
                () -> {
                  over.set(true);
                  rouse(main);
                });
    waitFor(over::get);
    rouser.join();
  }

  @Test
  void whoStandsBesideTakesOver() throws Exception {
    var first = new AtomicBoolean();
    var second = new AtomicBoolean();
    var one =
        waiting(
            () -> {
              waitUntilListening();
              waitFor(first::get);
            });
    var two = waiting(() -> waitFor(second::get));
    assertThat(two).isNotDone();
    first.set(true);
    send();
    one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    second.set(true);
    send();
    two.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void anInterruptedThreadReturnsAndLosesNothing() throws Exception {
    waitUntilListening();
    Thread.currentThread().interrupt();
    selector.attend(() -> false, Transport.FOREVER);
    assertThat(Thread.interrupted()).isTrue();
    int before = readers.size();
    send();
    waitFor(() -> readers.size() > before);
  }

  @Test
  void whoListensForAWhileReturnsThen() throws Exception {
    waitUntilListening();
    long begin = System.nanoTime();
    long wanted = Duration.ofMillis(20).toNanos();
    while (System.nanoTime() - begin < wanted) {
      selector.attend(() -> false, wanted - (System.nanoTime() - begin));
    }
    assertThat(System.nanoTime() - begin).isLessThan(PATIENCE.toNanos());
  }

  @Test
  void closingLetsAllGo() throws Exception {
    var closed = new AtomicBoolean();
    var one = waiting(() -> waitFor(closed::get));
    var two = waiting(() -> waitFor(closed::get));
    closed.set(true);
    selector.close();
    one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    two.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
