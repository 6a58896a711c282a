package io.sluice.cli.demo;

import io.sluice.streams.Pipeline;
import io.sluice.streams.kafka.Kafka;
import io.sluice.streams.kafka.TopicSink;
import io.sluice.streams.kafka.TopicSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The demo's pipeline on Kafka. An order is a line {@code number customer}; a result is a line
 * {@code number late}, where late is 1 if the order came after a later one of its customer.
 */
final class KafkaOrders {

  static final String NAME = "sluice-demo";
  static final String IN = "sluice-demo-orders";
  static final String OUT = "sluice-demo-totals";
  static final int MOST_INSTANCES = 3;

  /** The steps that scale. */
  static final List<String> ELASTIC = List.of("totals", "send");

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final long CALL_NANOS = 300_000;

  record Order(long number, int customer) {}

  record Total(long orders, long latest, boolean late) {
    Total plus(Order order) {
      LockSupport.parkNanos(CALL_NANOS);
      return new Total(orders + 1, order.number(), order.number() < latest);
    }
  }

  private KafkaOrders() {}

  static Pipeline pipeline(String brokers) {
    return Pipeline.named(NAME)
        .keyGroups(32)
        .from("orders", TopicSource.of(IN, Serdes.String()))
        .map("read", KafkaOrders::order)
        .fixed(1) // several would not keep the order of a customer's orders
        .keyBy(Order::customer)
        .aggregate("totals", () -> new Total(0, -1, false), Total::plus)
        .instances(1, MOST_INSTANCES)
        .map("send", total -> result(total.value()))
        .instances(1, MOST_INSTANCES)
        .to("out", TopicSink.of(OUT, Serdes.String()))
        .on(Kafka.at(brokers).lease(LEASE));
  }

  private static Order order(String line) {
    int gap = line.indexOf(' ');
    return new Order(
        Long.parseLong(line.substring(0, gap)), Integer.parseInt(line.substring(gap + 1)));
  }

  private static String result(Total total) {
    LockSupport.parkNanos(CALL_NANOS);
    return total.latest() + (total.late() ? " 1" : " 0");
  }
}
