package io.sluice.spring;

import io.sluice.locks.Sluice;
import io.sluice.shedlock.SluiceLockProvider;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * An application with two scheduled jobs. Each prints its name and the tick it runs for; with
 * {@code jobs.stay} it does not end then.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@EnableScheduling
@EnableSchedulerLock(defaultLockAtMostFor = "10m")
public class JobsApplication {

  /** Every instance begins a tick at the same time. */
  static final int TICK_SECONDS = 4;

  private static final String TICKS = "*/" + TICK_SECONDS + " * * * * *";

  @Value("${jobs.stay:false}")
  private boolean stay;

  @Bean
  LockProvider lockProvider(Sluice sluice) {
    return new SluiceLockProvider(sluice, Duration.ofSeconds(1));
  }

  @Scheduled(cron = TICKS)
  @SchedulerLock(name = "by-shedlock", lockAtLeastFor = "1s")
  public void byShedLock() throws InterruptedException {
    work("shedlock");
  }

  @Scheduled(cron = TICKS)
  @SluiceLock(
      value = "by-#{'annotation'}",
      waitFor = "1s",
      atLeast = "1500ms",
      onRefusal = SluiceLock.OnRefusal.SKIP)
  public void byAnnotation() throws InterruptedException {
    work("annotation");
  }

  private void work(String job) throws InterruptedException {
    System.out.println("ran %s %d".formatted(job, Instant.now().getEpochSecond() / TICK_SECONDS));
    if (stay) {
      new CountDownLatch(1).await();
    }
  }

  /** Runs until the input ends. */
  public static void main(String[] args) throws IOException {
    Instances.run(JobsApplication.class, args);
  }
}
