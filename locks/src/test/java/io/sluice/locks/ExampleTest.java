package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.cluster.tcp.Tcp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The examples of the documentation compile and run: whatever Java stands in the guide to locks, in
 * the README's section on them, and in the comments of this module, stands here too.
 */
@Timeout(60)
class ExampleTest {

  private static final Pattern IN_PAGES = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
  private static final Pattern IN_COMMENTS =
      Pattern.compile("<pre>\\{@code\\R(.*?)\\R[ *]*\\}</pre>", Pattern.DOTALL);

  /** Takes writes in the order of their fences only, as whatever a lock protects should. */
  private static final class Store {
    private final ConcurrentHashMap<String, Long> fences = new ConcurrentHashMap<>();

    void put(String row, long fence) {
      fences.compute(
          row,
          (_, before) -> {
            if (before != null && before > fence) {
              throw new IllegalStateException("an older holder");
            }
            return fence;
          });
    }

    long read(String row) {
      return fences.getOrDefault(row, 0L);
    }
  }

  private static final class Radio {
    private final Store fences = new Store();

    void tune(int unit, long fence) {
      fences.put("unit " + unit, fence);
    }
  }

  private final Store store = new Store();
  private final Radio radio = new Radio();
  private final String row = "42";
  private final Sluice sluice = Sluice.join("examples");

  @AfterEach
  void leave() {
    sluice.close();
  }

  @Test
  void packageComment() throws Exception {
    try (var sluice = Sluice.join("orders")) {
      DistributedLock lock = sluice.lock("invoice-42");
      try (Lease lease = lock.acquire(Duration.ofSeconds(2))) {
        store.put(row, lease.fence());
      }
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void classComment() throws Exception {
    try (var sluice = Sluice.join("orders")) {
      var lock = sluice.lock("invoice-42");
      try (var lease = lock.acquire(Duration.ofSeconds(2))) {
        store.put(row, lease.fence());
      }
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void betweenProcesses() throws Exception {
    try (var sluice =
        Sluice.named("billing")
            .over(Tcp.loopback()) // this machine; or Tcp.at(hosts), in the same order everywhere
            .lease(Duration.ofSeconds(5)) // how long a node that is cut off keeps its locks
            .nodeName("billing-1") // what people call this node
            .join()) {
      sluice.lock("invoice-42").acquire(Duration.ofSeconds(30)).close();
    }
  }

  @Test
  void asALock() throws Exception {
    var lock = sluice.lock("x");
    if (lock.tryLock(2, TimeUnit.SECONDS)) {
      try {
        store.put(row, lock.fence());
      } finally {
        lock.unlock();
      }
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void losses() throws Exception {
    var lock = sluice.lock("x");
    var job = new CompletableFuture<Void>();
    try (Lease lease = lock.acquire(Duration.ofSeconds(2))) {
      lease.onLost(() -> job.cancel(true));
      if (lease.valid()) {
        store.put(row, lease.fence());
      }
    }
    assertThat(store.fences).containsKey(row);
    assertThat(job).isNotDone();
  }

  @Test
  void readingAndWriting() throws Exception {
    long prices;
    DistributedReadWriteLock catalogue = sluice.readWriteLock("catalogue");
    try (Lease _ = catalogue.readLock().acquire(Duration.ofSeconds(2))) {
      prices = store.read(row);
    }
    try (Lease writing = catalogue.writeLock().acquire(Duration.ofSeconds(2))) {
      store.put(row, writing.fence());
    }
    assertThat(store.read(row)).isGreaterThan(prices);
  }

  @Test
  void rooms() throws Exception {
    try (Lease _ = sluice.groupLock("migration").enter("readers-v2")) {
      store.read(row);
    }
  }

  @Test
  void units() throws Exception {
    try (Lease lease = sluice.prioritySemaphore("frequency", 4).acquire(Priority.HIGH)) {
      radio.tune(lease.unit(), lease.fence());
    }
    assertThat(radio.fences.fences).hasSize(1);
  }

  @Test
  void withoutWaiting() throws Exception {
    var lock = sluice.lock("x");
    CompletableFuture<Lease> asked = lock.acquireAsync();
    CompletableFuture<Void> done =
        asked.thenAccept(
            lease -> {
              try (lease) {
                store.put(row, lease.fence());
              }
            });
    done.get(20, TimeUnit.SECONDS);
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void anotherProtocol() throws Exception {
    try (var sluice = Sluice.named("orders").algorithm("ricart-agrawala").join()) {
      sluice.lock("invoice-42").acquire(Duration.ofSeconds(2)).close();
    }
  }

  @Test
  void metrics() throws Exception {
    var registry = new SimpleMeterRegistry();
    try (var sluice = Sluice.named("orders").metrics(registry).join()) {
      sluice.lock("invoice-42").acquire(Duration.ofSeconds(2)).close();
    }
    assertThat(registry.get("sluice.lock.acquisitions").counter().count()).isEqualTo(1);
  }

  @Test
  void whateverIsShownIsHere() throws IOException {
    String here = words(read(Path.of("src/test/java/io/sluice/locks/ExampleTest.java")));
    String readme = read(Path.of("../README.md")).split("## A lock in ten lines", -1)[1];
    String section = readme.split("\n## ", -1)[0];
    var shown =
        Stream.of(
                blocks(IN_PAGES, read(Path.of("../docs/locks.md"))),
                blocks(IN_PAGES, section),
                comments())
            .flatMap(List::stream)
            .toList();
    assertThat(shown)
        .hasSizeGreaterThan(13)
        .allSatisfy(example -> assertThat(here).contains(words(example)));
  }

  private static List<String> comments() throws IOException {
    try (var files = Files.list(Path.of("src/main/java/io/sluice/locks"))) {
      return files
          .flatMap(file -> blocks(IN_COMMENTS, read(file)).stream())
          .map(block -> block.replaceAll("(?m)^ *\\* ?", ""))
          .toList();
    }
  }

  private static List<String> blocks(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String words(String text) {
    return String.join(" ", text.strip().split("\\s+", -1));
  }
}
