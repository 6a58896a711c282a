package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.protocol.scaling.Policy;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Policies;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleFunction;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Operators decide by their load. A function sleeps for each record, so what an instance can do
 * depends on the function and hardly on the machine.
 */
class DecidingOnKafkaTest {

  private static final Duration SLEEP = Duration.ofMillis(4);

  /** An instance that sleeps that long each time can do somewhat less than this in a second. */
  private static final int CAPACITY = 240;

  private static Broker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = Broker.start();
  }

  @AfterAll
  static void stop() throws Exception {
    broker.close();
  }

  private static DoubleFunction<Policy> policy(String name) {
    var found = Policies.byName().get(name);
    if (found == null) {
      throw new IllegalArgumentException(name);
    }
    return found;
  }

  private static Pipeline sleeping(String name, DoubleFunction<Policy> policy) {
    return Pipeline.named(name)
        .from("in", TopicSource.of(name, Serdes.String()))
        .map(
            "work",
            line -> {
              LockSupport.parkNanos(SLEEP.toNanos());
              return line;
            })
        .instances(1, 6)
        .policy(policy)
        .to("out", Sink.forEach(_ -> {}));
  }

  private static Running begin(String name, DoubleFunction<Policy> policy) {
    return sleeping(name, policy).on(Kafka.at(broker.address()).bundles(6)).start();
  }

  private static Snapshot.OfOperator operator(Running running, String name) {
    return running.snapshot().operators().stream()
        .filter(each -> each.name().equals(name))
        .findAny()
        .orElseThrow();
  }

  private static int instances(Running running) {
    return operator(running, "work").instances();
  }

  /** Writes records at a rate that can be changed, until it is 0. */
  private static Thread writer(String topic, AtomicInteger rate) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try (var producer = broker.producer()) {
                long next = System.nanoTime();
                for (int k = 0; rate.get() > 0; k++) {
                  var _ = producer.send(new ProducerRecord<>(topic, k % 3, null, "record"));
                  next += 1_000_000_000L / rate.get();
                  LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
                }
              }
            });
  }

  @Test
  @Timeout(120)
  void instancesFollowTheLoadInTurn() throws Exception {
    followTheLoad("in-turn");
  }

  @ParameterizedTest
  @Tag("long")
  @Timeout(120)
  @ValueSource(strings = {"by-chance", "with-hysteresis"})
  void instancesFollowTheLoad(String policy) throws Exception {
    followTheLoad(policy);
  }

  /** The load rises fourfold, and falls again. */
  private static void followTheLoad(String policy) throws Exception {
    String topic = "deciding-" + policy;
    broker.topic(topic, 3);
    var rate = new AtomicInteger(CAPACITY / 2);
    var writer = writer(topic, rate);
    try (var running = begin(topic, policy(policy))) {
      await().atMost(Duration.ofSeconds(30)).until(() -> operator(running, "work").records() > 100);
      assertThat(instances(running)).isLessThanOrEqualTo(2);
      rate.set(CAPACITY * 2);
      long begin = System.nanoTime();
      // At 70 % of what each can do, three are enough.
      await().atMost(Duration.ofSeconds(20)).until(() -> instances(running) >= 3);
      System.out.printf("%s: three after %.1f s%n", policy, (System.nanoTime() - begin) / 1e9);
      rate.set(CAPACITY / 4);
      await().atMost(Duration.ofSeconds(40)).until(() -> instances(running) == 1);
      rate.set(0);
      writer.join();
    }
  }

  /** Where the bottleneck is downstream, nothing grows that does not help. */
  @Test
  @Timeout(120)
  void nothingGrowsWhileReceiversAreTheBottleneck() throws Exception {
    String topic = "deciding-downstream";
    broker.topic(topic, 3);
    broker.write(topic, 0, Collections.nCopies(20_000, "x".repeat(100)));
    var pipeline =
        Pipeline.named(topic)
            .from("in", TopicSource.of(topic, Serdes.String()))
            .map("pass", line -> line)
            .instances(1, 4)
            .map(
                "slow",
                line -> {
                  LockSupport.parkNanos(SLEEP.toNanos());
                  return line;
                })
            .fixed(1)
            .to("out", Sink.forEach(_ -> {}));
    var seen = new ArrayList<Integer>();
    try (var running = pipeline.on(Kafka.at(broker.address())).start()) {
      await().atMost(Duration.ofSeconds(30)).until(() -> operator(running, "slow").records() > 200);
      for (int k = 0; k < 20; k++) {
        Thread.sleep(100);
        seen.add(operator(running, "pass").instances());
      }
      running.kill();
    }
    assertThat(seen).containsOnly(1);
  }
}
