package io.sluice.locks;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.FaultyNetwork.Fault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that reads and writes data without end; a writer writes the next number ({@link
 * NumberedData}). It prints what it saw and did, with times of a clock that all processes of the
 * machine share. A line of its input names a fault that is to happen next ({@link FaultyNetwork});
 * it departs when the input ends.
 */
public final class DataContender {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final FaultyNetwork network = new FaultyNetwork(Tcp.loopback());
  private final CountDownLatch dismissed = new CountDownLatch(1);

  private DataContender() {}

  /** With the arguments of {@link Contender#contend}, and the size of the data. */
  public static void main(String[] args) throws Exception {
    var lease = Duration.ofMillis(Long.parseLong(args[3]));
    new DataContender().run(args[0], args[1], lease, Integer.parseInt(args[4]));
  }

  private void run(String cluster, String name, Duration lease, int size)
      throws InterruptedException {
    try (var sluice = Sluice.named(cluster).nodeName(name).over(network).lease(lease).join()) {
      if (!sluice.awaitMembership(Duration.ofMinutes(5))) {
        throw new IllegalStateException("no member");
      }
      say("member");
      var handle = sluice.data("numbered").size(size).open();
      Thread.ofVirtual().start(this::obey);
      while (dismissed.getCount() > 0 && !network.happens(Fault.DEPART)) {
        turn(handle);
      }
    }
    say("departed");
  }

  private void obey() {
    try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        network.arm(line.equals("NONE") ? Optional.empty() : Optional.of(Fault.valueOf(line)));
      }
    } catch (IOException e) {
      say("dismissed " + e);
    }
    dismissed.countDown();
  }

  private void turn(DataHandle handle) throws InterruptedException {
    try {
      if (ThreadLocalRandom.current().nextInt(3) == 0) {
        read(handle);
      } else {
        write(handle);
      }
    } catch (LockLostException | TimeoutException e) {
      say("lost " + e.getMessage());
    } catch (DataLostException e) {
      say("gone " + e.getMessage());
      throw e;
    }
  }

  private static void read(DataHandle handle) throws InterruptedException, TimeoutException {
    long asked = System.nanoTime();
    try (var view = handle.requestRead().acquire(PATIENCE)) {
      long number = NumberedData.number(view.segment());
      if (view.valid()) {
        say("in " + System.nanoTime());
        say("saw " + asked + " " + number);
      }
    } catch (NumberedData.Torn e) {
      say("torn " + e);
      throw e;
    }
  }

  private void write(DataHandle handle) throws InterruptedException, TimeoutException {
    long asked = System.nanoTime();
    try (var view = handle.requestWrite().acquire(PATIENCE)) {
      long number = NumberedData.number(view.segment());
      if (view.valid()) {
        say("in " + System.nanoTime());
        say("saw " + asked + " " + number);
      }
      NumberedData.write(view.segment(), number + 1);
      network.dieOf(Fault.DIE_INSIDE);
      if (network.happens(Fault.STOP_INSIDE)) {
        TimeUnit.MILLISECONDS.sleep(500); // Within this time it is stopped.
      }
      if (ThreadLocalRandom.current().nextInt(8) > 0) {
        say("tries " + (number + 1));
        view.commit();
        say("did " + System.nanoTime() + " " + (number + 1));
        network.dieOf(Fault.DIE_AFTER_COMMIT);
      }
    } catch (NumberedData.Torn e) {
      say("torn " + e);
      throw e;
    }
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
