package io.sluice.page.recording;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Priority;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** Three live nodes over TCP that record, and compete for locks. */
public final class RecordedCluster {

  public static final List<String> NODES = List.of("ada", "bob", "cyd");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private RecordedCluster() {}

  static Sluice.Builder node(String cluster, String name, Path directory) {
    return Sluice.named(cluster + "-" + directory.getFileName()) // tests run side by side
        .over(Tcp.loopback())
        .lease(PATIENCE) // a busy machine must not change the view
        .nodeName(name)
        .record(file(directory, name));
  }

  static Path file(Path directory, String name) {
    return directory.resolve(name + ".rec");
  }

  /** Each node acquires a lock, a read lock and a unit several times; the files' texts. */
  public static List<String> run(Path directory, int rounds) throws Exception {
    var sluices = new ArrayList<Sluice>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (String name : NODES) {
        sluices.add(node("recorded", name, directory).join());
      }
      for (var sluice : sluices) {
        while (sluice.view().members().size() < NODES.size()) {
          Thread.onSpinWait();
        }
      }
      var work = new ArrayList<Callable<Void>>();
      sluices.forEach(sluice -> work.add(() -> compete(sluice, rounds)));
      for (var done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      sluices.forEach(Sluice::close);
    }
    var texts = new ArrayList<String>();
    for (String name : NODES) {
      texts.add(text(directory, name));
    }
    return texts;
  }

  static String text(Path directory, String name) throws IOException {
    return Files.readString(file(directory, name));
  }

  private static Void compete(Sluice sluice, int rounds) throws Exception {
    for (int k = 0; k < rounds; k++) {
      sluice.lock("invoice").acquire(PATIENCE).close();
      sluice.readWriteLock("catalogue").readLock().acquire(PATIENCE).close();
      sluice.prioritySemaphore("printers", 2).acquire(Priority.NORMAL, PATIENCE).close();
    }
    return null;
  }
}
