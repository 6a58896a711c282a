package io.sluice.spring;

import io.sluice.locks.Sluice;
import io.sluice.shedlock.SluiceLockProvider;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * An application with two scheduled jobs. Each prints its name and the tick it ran for. Ends when
 * its input ends.
 */
@SpringBootApplication
@EnableScheduling
@EnableSchedulerLock(defaultLockAtMostFor = "10m")
public class JobsApplication {

  /** Every instance begins a tick at the same time. */
  static final int TICK_SECONDS = 4;

  private static final String TICKS = "*/" + TICK_SECONDS + " * * * * *";

  @Bean
  LockProvider lockProvider(Sluice sluice) {
    return new SluiceLockProvider(sluice, Duration.ofSeconds(1));
  }

  @Scheduled(cron = TICKS)
  @SchedulerLock(name = "by-shedlock", lockAtLeastFor = "1s")
  public void byShedLock() {
    say("shedlock");
  }

  @Scheduled(cron = TICKS)
  @SluiceLock(
      value = "by-#{'annotation'}",
      waitFor = "1s",
      atLeast = "1500ms",
      onRefusal = SluiceLock.OnRefusal.SKIP)
  public void byAnnotation() {
    say("annotation");
  }

  private static void say(String job) {
    System.out.println("ran %s %d".formatted(job, Instant.now().getEpochSecond() / TICK_SECONDS));
  }

  /** Runs until the input ends. */
  public static void main(String[] args) throws IOException {
    try (var _ = SpringApplication.run(JobsApplication.class, args)) {
      System.out.println("started");
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
    }
  }
}
