package io.sluice.streams.kafka;

import io.sluice.cluster.wire.Codec;
import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.plan.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Worker processes of a keyed pipeline are killed, stopped or cut off beyond their lease, and
 * replaced, one of three brokers is killed and started again, and operators scale, while records
 * come in: the sink has each record's effect once, in order, and the state is that of a sequential
 * program.
 */
class WorkersNemesisTest {

  private static final String NAME = "nemesis";
  private static final String LOG = "workers.log";
  private static final int FAULTS = 10;
  private static final int ACTIONS = 100;
  private static final int LEAST_WORKERS = 3;
  private static final int MOST_WORKERS = 6;

  /** What happens to workers and brokers; the last one is no fault. */
  private enum Fault {
    KILL,
    STOP,
    CUT_OFF,
    RESTART_OF_A_BROKER,
    JOIN_OR_LEAVE
  }

  @TempDir private Path folder;

  @Test
  @Timeout(300)
  void oneFaultOfEachKindAtWorkers() throws Exception {
    var faults = List.of(Fault.KILL, Fault.STOP, Fault.CUT_OFF, Fault.JOIN_OR_LEAVE);
    run(1, faults, 4, 1, Duration.ofSeconds(2));
  }

  /** Twenty times ten faults and 100 actions; a few with {@code -Dsluice.test.seeds=2,3}. */
  @ParameterizedTest
  @Tag("long")
  @Timeout(900)
  @MethodSource("seeds")
  void manyFaultsAndActions(long seed) throws Exception {
    var random = new Random(seed);
    var faults = new ArrayList<Fault>();
    for (int k = 0; k < FAULTS; k++) {
      faults.add(
          switch (random.nextInt(10)) {
            case 0, 1, 2 -> Fault.KILL;
            case 3, 4, 5 -> Fault.STOP;
            case 6, 7, 8 -> Fault.CUT_OFF;
            default -> Fault.RESTART_OF_A_BROKER;
          });
      if (k % 4 == 0) {
        faults.add(Fault.JOIN_OR_LEAVE);
      }
    }
    run(3, faults, ACTIONS, seed, Duration.ofSeconds(4));
  }

  private static LongStream seeds() {
    var asked = System.getProperty("sluice.test.seeds");
    return asked == null
        ? LongStream.rangeClosed(1, 20)
        : Arrays.stream(asked.split(",", -1)).mapToLong(Long::parseLong);
  }

  private void run(int brokers, List<Fault> faults, int actions, long seed, Duration lease)
      throws Exception {
    var log = folder.resolve(LOG);
    boolean fine = false;
    try (var broker = Broker.start(brokers);
        var workers = new Workers(broker, folder, lease, new Random(seed))) {
      var writer = NumberedWriter.start(broker);
      for (int k = 0; k < LEAST_WORKERS; k++) {
        workers.add();
      }
      NumberedWriter.awaitProgress(broker);
      for (int fault = 0; fault < faults.size(); fault++) {
        int until = actions * (fault + 1) / faults.size();
        while (workers.actions() < until) {
          workers.act();
        }
        System.out.printf(
            "%s: fault %d: %s after %d actions%n", Instant.now(), fault, faults.get(fault), until);
        workers.disturb(faults.get(fault));
      }
      long total = writer.endAndCheck();
      System.out.printf("%s, %d actions, %,d records%n", workers, workers.actions(), total);
      fine = true;
    } finally {
      if (!fine && Files.exists(log)) {
        System.out.println(Files.readString(log));
      }
    }
  }

  /** Three to six worker processes, and what happens to them. */
  private static final class Workers implements AutoCloseable {

    private final Broker broker;
    private final Path folder;
    private final Path log;
    private final Duration lease;
    private final Random random;
    private final List<WorkerProcess> all = new ArrayList<>();
    private final Map<String, Integer> happened = new TreeMap<>();
    private final Map<Integer, Integer> instances = new TreeMap<>();
    private final Codec<Status> statuses = Codec.of(Status.class);
    private final KafkaConsumer<String, byte[]> said;
    private int actions;

    Workers(Broker broker, Path folder, Duration lease, Random random) {
      this.said =
          broker.consumer(new InternalTopics(NAME).status().topic(), new ByteArrayDeserializer());
      this.broker = broker;
      this.folder = folder;
      this.log = folder.resolve(LOG);
      this.lease = lease;
      this.random = random;
    }

    /** Every second one is in a network namespace of its own, where that is permitted. */
    void add() throws IOException {
      var namespace =
          all.stream().filter(each -> each.namespace().isPresent()).count() < all.size() / 2 + 1
              ? Namespace.create(folder, Broker.ports(broker.address()))
              : Optional.<Namespace>empty();
      all.add(new WorkerProcess(broker, NAME, lease, log, namespace));
    }

    private WorkerProcess any() {
      return all.get(random.nextInt(all.size()));
    }

    /** A worker that begins while no broker answers ends; its operator would start another one. */
    private void replaceEnded() throws IOException {
      for (var each : List.copyOf(all)) {
        if (!each.isAlive()) {
          all.remove(each);
          each.close();
          add();
        }
      }
    }

    void act() throws Exception {
      replaceEnded();
      var scalable = NumberedPipeline.SCALABLE;
      any()
          .order(
              "scale %s %d"
                  .formatted(scalable.get(random.nextInt(scalable.size())), 1 + random.nextInt(3)));
      Thread.sleep(random.nextInt(150));
    }

    /** How many instances have begun or gone, as the keepers of the operators have said. */
    int actions() {
      for (var record : said.poll(Duration.ZERO)) {
        if (statuses.decode(record.value()) instanceof Status.Instances(int operator, var slots)) {
          int now = slots.size();
          int before = Objects.requireNonNullElse(instances.put(operator, now), 1);
          actions += Math.abs(now - before);
        }
      }
      return actions;
    }

    /** Something happens, and the pipeline goes on. */
    void disturb(Fault fault) throws Exception {
      var name = fault.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      switch (fault) {
        case KILL -> {
          var victim = any();
          all.remove(victim);
          victim.kill();
          add();
        }
        case STOP -> {
          var victim = any();
          victim.signal("STOP");
          waitBeyondLease();
          victim.signal("CONT");
        }
        case CUT_OFF -> {
          var victim = all.stream().filter(each -> each.namespace().isPresent()).findAny();
          if (victim.isEmpty()) {
            name = "skipped, since namespaces are not permitted";
          } else {
            var namespace = victim.get().namespace().orElseThrow();
            namespace.cut();
            waitBeyondLease();
            namespace.heal();
          }
        }
        case RESTART_OF_A_BROKER -> {
          int one = 1 + random.nextInt(Broker.ports(broker.address()).size());
          broker.kill(one);
          broker.restart(one);
        }
        case JOIN_OR_LEAVE -> {
          if (all.size() == LEAST_WORKERS || (all.size() < MOST_WORKERS && random.nextBoolean())) {
            add();
          } else {
            var victim = any();
            all.remove(victim);
            victim.leave();
          }
        }
      }
      happened.merge(name, 1, Integer::sum);
      NumberedWriter.awaitProgress(broker);
    }

    private void waitBeyondLease() throws InterruptedException {
      Thread.sleep(lease.plusSeconds(1).toMillis());
    }

    @Override
    public String toString() {
      return happened.toString();
    }

    @Override
    public void close() throws IOException {
      said.close();
      for (var each : all) {
        each.close();
      }
    }
  }
}
