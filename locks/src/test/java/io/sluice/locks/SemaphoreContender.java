package io.sluice.locks;

import io.sluice.cluster.tcp.Tcp;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A {@link Contender} for any unit of the semaphore {@code x}, of which its last argument says how
 * many there are; now with this priority, now with that.
 */
final class SemaphoreContender {

  private static final int PRIORITIES = 3;

  private SemaphoreContender() {}

  public static void main(String[] args) throws Exception {
    int units = Integer.parseInt(args[args.length - 1]);
    Contender.contend(
        args,
        joining -> joining.over(Tcp.loopback()),
        (sluice, _) -> {
          var semaphore = sluice.prioritySemaphore("x", units);
          return patience -> Held.of(semaphore.acquire(anyPriority(), patience));
        });
  }

  private static Priority anyPriority() {
    return Priority.of(ThreadLocalRandom.current().nextInt(PRIORITIES));
  }
}
