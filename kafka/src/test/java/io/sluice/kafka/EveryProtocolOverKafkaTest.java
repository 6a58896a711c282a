package io.sluice.kafka;

import io.sluice.broker.KafkaBroker;
import io.sluice.locks.EveryProtocol;
import io.sluice.locks.Sluice;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Three nodes that reach only a broker, with every protocol that can run a lock. */
@Timeout(180)
class EveryProtocolOverKafkaTest {

  @SuppressWarnings("NullAway") // set before all tests
  private static KafkaBroker broker;

  @SuppressWarnings("NullAway") // set before all tests
  private static EveryProtocol nodes;

  @BeforeAll
  static void join() throws Exception {
    broker = KafkaBroker.start();
    var kafka = Kafka.at(broker.bootstrapServers());
    nodes =
        new EveryProtocol(
            () -> Sluice.named("every-protocol").over(kafka).lease(Duration.ofSeconds(10)));
  }

  @AfterAll
  static void close() throws Exception {
    nodes.close();
    broker.close();
  }

  @ParameterizedTest
  @MethodSource("io.sluice.locks.EveryProtocol#algorithms")
  void neverTwoHoldersAndEveryRequestIsServed(String algorithm) throws Exception {
    nodes.contend(algorithm, 5);
  }
}
