package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.DistributedLock;
import io.sluice.locks.Sluice;
import io.sluice.shedlock.SluiceLockProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.scheduling.annotation.Scheduled;

/** The Java of {@code docs/spring.md} compiles and runs: it is repeated here. */
@Timeout(60)
class SpringGuideTest {

  private static final Pattern BLOCK = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);

  /** What the store of the examples is. */
  private record Store(Map<Long, Long> fences) {
    void put(long id, long fence) {
      fences.put(id, fence);
    }
  }

  /** The application of the examples. */
  public static class Application {
    private final Store store = new Store(new ConcurrentHashMap<>());

    @SluiceLock("invoice-#{#id}")
    public void send(long id) {
      store.put(id, CurrentLease.fence());
    }

    @EventListener
    public void on(LeadershipGranted granted) {
      store.put(1, granted.fence());
    }

    @Scheduled(cron = "0 * * * * *")
    @SluiceLock(
        value = "report",
        waitFor = "0",
        atLeast = "30s",
        onRefusal = SluiceLock.OnRefusal.SKIP)
    public void report() {}

    public long sent(long id) {
      return store.fences.getOrDefault(id, 0L);
    }

    @Bean
    LockProvider lockProvider(Sluice sluice) {
      return new SluiceLockProvider(sluice);
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void theExamplesRun() {
    SluiceAutoConfigurationTest.APPLICATION
        .withUserConfiguration(Application.class)
        .run(
            context -> {
              var application = context.getBean(Application.class);
              var registry = (LockRegistry<DistributedLock>) context.getBean(LockRegistry.class);
              send(application, registry);
              application.report();
              assertThat(application.sent(42)).isPositive();
              assertThat(context).hasSingleBean(LockProvider.class);
            });
  }

  private static void send(Application application, LockRegistry<DistributedLock> registry)
      throws InterruptedException {
    registry.executeLocked("invoice-7", () -> application.send(42));
  }

  @Test
  void everyExampleIsHere() throws IOException {
    String here =
        words(Files.readString(Path.of("src/test/java/io/sluice/spring/SpringGuideTest.java")));
    String page = Files.readString(Path.of("../docs/spring.md"));
    assertThat(BLOCK.matcher(page).results().map(found -> found.group(1)))
        .hasSize(5)
        .allSatisfy(example -> assertThat(here).contains(words(example)));
  }

  private static String words(String text) {
    return String.join(" ", text.strip().split("\\s+", -1)).replace("( ", "(");
  }
}
