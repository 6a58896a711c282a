package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The examples of the package's comment and of the README compile, run, and stand there. */
class ExampleTest {

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
  }

  @Test
  void packageComment() throws Exception {
    var store = new Store();
    String row = "42";
    // begin
    try (var sluice = Sluice.join("orders")) {
      DistributedLock lock = sluice.lock("invoice-42");
      try (Lease lease = lock.acquire(Duration.ofSeconds(2))) {
        store.put(row, lease.fence());
      }
    }
    // end
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void itStandsInTheCommentAndInTheReadme() throws Exception {
    String self = Files.readString(Path.of("src/test/java/io/sluice/locks/ExampleTest.java"));
    String example = self.split("// (begin|end)\n", -1)[1].strip();
    String comment = Files.readString(Path.of("src/main/java/io/sluice/locks/package-info.java"));
    String readme = Files.readString(Path.of("../README.md"));
    assertThat(words(comment.replace("\n * ", "\n"))).contains(words(example));
    assertThat(words(readme)).contains(words(example));
  }

  private static String words(String text) {
    return String.join(" ", text.split("\\s+", -1));
  }
}
