package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.admin.ForcedRelease;
import io.sluice.locks.admin.LockReport;
import io.sluice.locks.admin.LockRequest;
import io.sluice.locks.admin.LockState;
import io.sluice.locks.admin.ManagementBean;
import io.sluice.locks.admin.SluiceMXBean;
import io.sluice.locks.data.Data;
import io.sluice.locks.data.Dho;
import io.sluice.locks.data.Format;
import io.sluice.locks.leader.Candidate;
import io.sluice.locks.recipe.AllOrNone;
import io.sluice.locks.recipe.Barrier;
import io.sluice.locks.recipe.Latch;
import io.sluice.locks.recipe.MultiLease;
import io.sluice.locks.recipe.MultiLock;
import io.sluice.locks.recipe.MultiTask;
import io.sluice.locks.recipe.Passage;
import io.sluice.locks.recipe.Rendezvous;
import io.sluice.protocol.rendezvous.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The examples of the documentation compile and run: the Java code of the guide to locks, of the
 * README's section on them, and of the comments of this module is repeated here.
 */
@Timeout(60)
class ExampleTest {

  private static final Pattern IN_PAGES = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
  private static final Pattern IN_COMMENTS =
      Pattern.compile("<pre>\\{@code\\R(.*?)\\R[ *]*\\}</pre>", Pattern.DOTALL);

  /** Refuses fences lower than the highest it has seen, as what a lock protects should. */
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

    long increment(String row, long fence) {
      put(row, fence);
      return fence;
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

  private static void compute() {
    Thread.onSpinWait();
  }

  private final Store store = new Store();
  private final Radio radio = new Radio();
  private final String row = "42";
  private final Logger log = LoggerFactory.getLogger(ExampleTest.class);
  private final Sluice sluice = Sluice.join("examples");

  @AfterEach
  void leave() {
    sluice.close();
  }

  @Test
  void packageComment() throws Exception {
    try (var sluice = Sluice.join("orders")) {
      DistributedLock lock = sluice.lock("invoice-42");
      lock.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence()));
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void classComments() throws Exception {
    try (var sluice = Sluice.join("orders")) {
      var lock = sluice.lock("invoice-42");
      lock.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence()));
    }
    var builder = Sluice.named("orders").nodeName("orders-1").lease(Duration.ofSeconds(3));
    try (var sluice = builder.join()) {
      sluice.awaitMembership(Duration.ofSeconds(10));
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  @SuppressWarnings({"try", "UnusedVariable"}) // examples do nothing with some of what they get
  void dataComments() throws Exception {
    var counters = sluice.data("counters").size(1 << 20).open();
    try (var view = counters.requestWrite().acquire(Duration.ofSeconds(10))) {
      view.segment().set(ValueLayout.JAVA_INT, 0, 42);
      view.commit();
    }
    DataHandle image = sluice.data("image").size(64 << 20).open();
    Pending<ReadView> pending = image.requestRead();
    compute();
    try (ReadView view = pending.acquire(Duration.ofSeconds(10))) {
      int first = view.segment().get(ValueLayout.JAVA_INT, 0);
    }
    Pending<WriteView> turn = image.requestWrite();
    while (turn.state() != Pending.State.READY) {
      compute();
    }
    turn.acquire().close();
    try (WriteView view = image.requestWrite().acquire()) {
      view.segment().set(ValueLayout.JAVA_INT, 0, 42);
      view.changed(0, 4);
      view.commit();
    }
    try (var view = image.requestRead().acquire()) {
      log.info("version {} has {} bytes", view.version(), view.size());
    }
    try (var view = image.requestRead().acquire()) {
      assertThat(view.segment().get(ValueLayout.JAVA_INT, 0)).isEqualTo(42);
    }
  }

  @Test
  void theNineCalls() throws InterruptedException {
    var h = new Dho(sluice.data("A").size(1 << 20));
    h.create();
    h.ewRequest();
    compute();
    h.ewAcquire().ifPresent(data -> data.set(ValueLayout.JAVA_INT, 0, 42));
    h.ewRelease();
    h.destroy();
  }

  public record Prices(Map<String, Integer> bySku) {}

  @Test
  void valuesInPlaceOfBytes() throws Exception {
    var handle = sluice.data("prices").size(1).open();
    var patience = Duration.ofSeconds(10);
    Data<Prices> prices = Data.of(handle, Format.of(Prices.class), new Prices(Map.of()));
    prices.update(patience, old -> new Prices(Map.of("sku-7", 42)));
    log.info("the prices are {}", prices.get(patience));
    Format<Prices> format = Format.of(Prices.class);
    byte[] bytes = format.write(new Prices(Map.of("sku-7", 42)));
    Prices read = format.read(bytes);
    assertThat(read).isEqualTo(prices.get(patience));
  }

  @Test
  void tasks(@TempDir Path directory) throws Exception {
    var lock = sluice.lock("x");
    var file = directory.resolve("export");
    LockedTask<IOException> export = lease -> Files.writeString(file, "fence " + lease.fence());
    lock.run(Duration.ofSeconds(2), export);
    assertThat(file).content().startsWith("fence ");
    long next = lock.call(Duration.ofSeconds(2), lease -> store.increment(row, lease.fence()));
    assertThat(next).isPositive();
  }

  @Test
  void tasksThatLoseTheLock() throws Exception {
    var lock = sluice.lock("x");
    try {
      long written =
          lock.call(
              Duration.ofSeconds(2),
              lease -> {
                store.put(row, lease.fence());
                return lease.fence();
              });
      log.info("written with fence {}", written);
    } catch (TimeoutException e) {
      log.info("another process is at it"); // timed out after 2 s waiting for lock 'x'
    } catch (LockLostException e) {
      log.warn("others may be at it; start again", e);
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void validLeases() throws Exception {
    var lock = sluice.lock("x");
    try (Lease lease = lock.acquire(Duration.ofSeconds(2))) {
      compute();
      lease.ensureValid(); // throws LockLostException
      store.put(row, lease.fence());
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void betweenProcesses() throws Exception {
    try (var sluice =
        Sluice.named("billing")
            .over(Tcp.loopback()) // this machine; or Tcp.at(hosts), in the same order everywhere
            .lease(Duration.ofSeconds(5)) // how long a node that is cut off keeps its locks
            .nodeName("billing-1") // its name in logs and views
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
      store.put(row, lease.fence());
    }
    assertThat(store.fences).containsKey(row);
    assertThat(job).isNotDone();
  }

  @Test
  void readingAndWriting() throws Exception {
    DistributedReadWriteLock catalogue = sluice.readWriteLock("catalogue");
    long price = catalogue.readLock().call(Duration.ofSeconds(2), _ -> store.read(row));
    catalogue.writeLock().run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence()));
    Lease writing = catalogue.writeLock().acquire(Duration.ofSeconds(2));
    store.put(row, writing.fence());
    try (Lease reading = catalogue.downgrade(writing)) {
      reading.ensureValid();
    }
    assertThat(store.read(row)).isGreaterThan(price);
  }

  @Test
  void rooms() throws Exception {
    GroupLock migration = sluice.groupLock("migration");
    migration.run("readers-v2", Duration.ofSeconds(2), _ -> store.read(row));
    try (Lease lease = migration.enter("writers-v2")) {
      store.put(row, lease.fence());
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void units() throws Exception {
    PrioritySemaphore frequencies = sluice.prioritySemaphore("frequency", 4);
    frequencies.run(Priority.HIGH, lease -> radio.tune(lease.unit(), lease.fence()));
    assertThat(radio.fences.fences).hasSize(1);
    Priority backup = Priority.of(25); // after NORMAL, before LOW
    Lease lease = sluice.prioritySemaphore("frequency", 4).acquire(backup);
    lease.close();
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

  /** What a leader does. */
  private static final class Jobs {
    private final CompletableFuture<Long> started = new CompletableFuture<>();
    private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();

    void start(long fence) {
      started.complete(fence);
    }

    void stop() {
      stopped.complete(true);
    }
  }

  @Test
  void leaders() throws Exception {
    var jobs = new Jobs();
    {
      Candidate candidate =
          sluice
              .leader("scheduler")
              .onGranted(term -> jobs.start(term.fence()))
              .onRevoked(jobs::stop)
              .stand();
      assertThat(jobs.started.get(20, TimeUnit.SECONDS)).isPositive();
      candidate.close();
      assertThat(jobs.stopped).isDone();
    }
    try (Candidate candidate = sluice.leader("scheduler").stand()) {
      if (candidate.awaitLeadership(Duration.ofSeconds(10))) {
        candidate.term().ifPresent(term -> store.put(row, term.fence()));
      }
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void recipes() throws Exception {
    var lock = sluice.lock("x");
    var other = sluice.lock("y");
    try (MultiLease lease = MultiLease.of(List.of(lock.acquire(), other.acquire()))) {
      lease.ensureValid(); // throws LockLostException if one of them was lost
      store.put(row, lease.fence("x"));
    }
    lock.holdAtMost(Duration.ofMinutes(5)).run(lease -> store.put(row, lease.fence()));
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void tasksThatHoldSeveralLocks(@TempDir Path directory) throws Exception {
    MultiLock both = sluice.multiLock("account-7", "account-42");
    both.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence("account-7")));
    try (MultiLease lease = both.acquire(Duration.ofSeconds(2))) {
      store.put(row, lease.fence("account-7"));
    }
    MultiLock transfer = sluice.multiLock("account-42", "account-7");
    transfer.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence("account-7")));
    var file = directory.resolve("export");
    MultiTask<IOException> export =
        lease -> Files.writeString(file, "fence " + lease.fence("account-7"));
    both.run(Duration.ofSeconds(2), export);
    assertThat(file).content().startsWith("fence ");
    long next =
        both.call(Duration.ofSeconds(2), lease -> store.increment(row, lease.fence("account-7")));
    assertThat(store.read(row)).isEqualTo(next);
  }

  @Test
  void limits() throws Exception {
    PrioritySemaphore frequencies = sluice.prioritySemaphore("frequency", 4);
    MultiLock both = sluice.multiLock("account-7", "account-42");
    frequencies
        .holdAtMost(Duration.ofMinutes(5))
        .run(Priority.LOW, lease -> radio.tune(lease.unit(), lease.fence()));
    both.holdAtMost(Duration.ofMinutes(5)).run(lease -> store.put(row, lease.fence("account-7")));
    MultiLock transfer = sluice.multiLock("account-42", "account-7");
    transfer
        .holdAtMost(Duration.ofMinutes(5))
        .run(lease -> store.put(row, lease.fence("account-7")));
    assertThat(store.fences).containsKey(row);
    GroupLock migration = sluice.groupLock("migration");
    migration.holdAtMost(Duration.ofMinutes(5)).run("readers-v2", _ -> store.read(row));
    AllOrNone locks = new Several("locks", List.of(sluice.lock("x").acquisition()));
    try (MultiLease all = locks.holdAtMost(Duration.ofMinutes(5)).acquire(Duration.ofSeconds(2))) {
      all.ensureValid();
    }
  }

  @Test
  void warningsOfANode() throws Exception {
    var builder = Sluice.named("orders").warnAfter(Duration.ofMinutes(1));
    try (var sluice = builder.join()) {
      sluice.lock("invoice-42").run(lease -> store.put(row, lease.fence()));
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void aLatch() throws Exception {
    for (int i = 0; i < 2; i++) {
      Latch loaded = sluice.latch("loaded-2026-11-16", 3);
      loaded.countDown(); // returns when all members know
      if (loaded.await(Duration.ofMillis(20))) {
        throw new AssertionError("open too early");
      }
    }
    Latch loaded = sluice.latch("loaded-2026-11-16", 3);
    loaded.countDown(); // returns when all members know
    if (loaded.await(Duration.ofSeconds(30))) {
      log.info("all three have loaded");
    }
    loaded.countDown();
    loaded.await();
    assertThat(loaded.remaining()).isZero();
    Rendezvous rendezvous = new AlwaysComplete();
    Rendezvous.Arrival arrival = rendezvous.arrive();
    assertThat(arrival.end().get().generation()).isZero();
    assertThat(new Latch("x", 1, rendezvous).remaining()).isZero();
  }

  /** A latch that is open. */
  private static final class AlwaysComplete implements Rendezvous {
    @Override
    public Arrival arrive() {
      return new Arrival(CompletableFuture.completedFuture(new Passage(0, 0)), () -> {});
    }

    @Override
    public CompletableFuture<Void> opened() {
      return CompletableFuture.allOf();
    }

    @Override
    public CompletableFuture<Tally> tally() {
      return CompletableFuture.completedFuture(new Tally(1, List.of()));
    }
  }

  @Test
  void aBarrier() throws Exception {
    for (int i = 0; i < 2; i++) {
      Thread.startVirtualThread(
          () -> {
            try {
              sluice.barrier("phase", 3).await();
              sluice.barrier("phase", 3).await();
            } catch (InterruptedException | BrokenBarrierException e) {
              log.warn("broken", e);
            }
          });
    }
    Barrier phase = sluice.barrier("phase", 3);
    try {
      Passage passage = phase.await(Duration.ofSeconds(30));
      log.info("generation {}, as number {}", passage.generation(), passage.place());
    } catch (BrokenBarrierException | TimeoutException e) {
      log.warn("not all have arrived; start again", e);
    }
    Passage passage = phase.await(Duration.ofSeconds(30));
    log.info("generation {}", passage.generation());
    assertThat(passage.generation()).isEqualTo(1);
  }

  @Test
  void severalUnits() throws Exception {
    PrioritySemaphore frequencies = sluice.prioritySemaphore("frequency", 4);
    try (MultiLease lease = frequencies.acquire(2, Priority.HIGH, Duration.ofSeconds(2))) {
      lease.leases().forEach(each -> radio.tune(each.unit(), each.fence()));
    }
    assertThat(radio.fences.fences).hasSize(2);
  }

  @Test
  void administration() throws Exception {
    var held = sluice.lock("invoice-42").acquire(Duration.ofSeconds(2));
    for (LockState lock : sluice.inspect().locks().locks()) {
      log.info("{}: held by {}, {} waiting", lock.name(), lock.holders(), lock.waiters().size());
    }
    for (LockState lock : sluice.inspect().lock("invoice-42").locks()) {
      log.info("{} waiting", lock.waiters().size());
    }
    for (LockState lock : sluice.inspect().locks().locks()) {
      for (LockRequest holder : lock.holders()) {
        log.info("{} of {} for {}", holder.thread(), holder.member(), holder.time());
      }
    }
    ForcedRelease outcome = sluice.inspect().release("invoice-42", "its host is being replaced");
    outcome.fence().ifPresent(fence -> store.put(row, fence)); // refuses the former holder
    assertThat(held.valid()).isFalse();
  }

  @Test
  void reports() throws Exception {
    {
      LockReport report = sluice.inspect().lock("invoice-42");
      if (!report.partial() && report.locks().isEmpty()) {
        log.info("free");
      }
    }
    LockReport report = sluice.inspect().locks();
    if (report.partial()) {
      log.warn("no answer from {}", report.silent());
    }
    assertThat(report.locks()).isEmpty();
    for (LockState lock : sluice.inspect().locks().locks()) {
      lock.handOvers().forEach(each -> log.info("{}: {}", lock.name(), each.time()));
    }
  }

  @Test
  void beans() throws Exception {
    try (var bean = ManagementBean.register("orders", "orders-1", sluice.inspect())) {
      log.info("registered as {}", bean.name());
    }
    try (var _ = Sluice.named("orders").nodeName("orders-1").jmx().join()) {
      var name = new ObjectName("io.sluice:type=Node,cluster=\"orders\",node=\"orders-1\"");
      var server = ManagementFactory.getPlatformMBeanServer();
      SluiceMXBean node = JMX.newMXBeanProxy(server, name, SluiceMXBean.class);
      assertThat(node.who()).isEmpty();
    }
  }

  @Test
  void everyExampleIsHere() throws IOException {
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
        .hasSizeGreaterThan(18)
        .allSatisfy(example -> assertThat(here).contains(words(example)));
  }

  /** Exceptions are shown where they are thrown. */
  @Test
  void everyPublicTypeHasAnExample() throws IOException {
    assertThat(sources())
        .filteredOn(file -> read(file).matches("(?s).*\\Rpublic .*"))
        .filteredOn(file -> !file.toString().endsWith("Exception.java"))
        .filteredOn(file -> !isInternal(file.resolveSibling("package-info.java")))
        .hasSizeGreaterThan(7)
        .allSatisfy(file -> assertThat(blocks(IN_COMMENTS, read(file))).isNotEmpty());
  }

  private static boolean isInternal(Path manual) {
    return read(manual).contains("<p>Internal:");
  }

  private static List<Path> sources() throws IOException {
    try (var files = Files.walk(Path.of("src/main/java/io/sluice/locks"))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static List<String> comments() throws IOException {
    return sources().stream()
        .flatMap(file -> blocks(IN_COMMENTS, read(file)).stream())
        .map(block -> block.replaceAll("(?m)^ *\\* ?", ""))
        .toList();
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
