package io.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.broker.KafkaBroker;
import io.sluice.locks.Contender.Kind;
import io.sluice.locks.ContenderProcesses;
import io.sluice.locks.Nemesis;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is made of locks, through a real broker, while processes are killed and stopped. */
@Tag("long")
@Timeout(600)
class KafkaNemesisTest {

  private static final Duration LEASE = Duration.ofMillis(1500);

  @SuppressWarnings("NullAway") // set before all tests
  private static KafkaBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void end() throws Exception {
    broker.close();
  }

  private static ContenderProcesses contenders(Kind kind) {
    return new ContenderProcesses(
        kind.name(), LEASE, KafkaContender.class, kind.name(), broker.bootstrapServers());
  }

  private static ContenderProcesses processes(String cluster, Class<?> contender) {
    return new ContenderProcesses(cluster, LEASE, contender, broker.bootstrapServers());
  }

  /** Several locks at once, acquired in any order of their names. */
  @Test
  void holdersOfSeveralLocksAreKilledAndStopped() throws Exception {
    Nemesis.killsAndStops(contenders(Kind.SEVERAL_LOCKS));
  }

  /** Units of a semaphore: never more inside than there are. */
  @Test
  void holdersOfUnitsAreKilledAndStopped() throws Exception {
    var contenders = contenders(Kind.UNIT);
    try (contenders) {
      Nemesis.killsAndStopsAllHolders(contenders, 2);
    }
    contenders.history().check();
    contenders.history().checkNeverMoreThan(2);
  }

  /** Two of three units, and all of them. */
  @Test
  void holdersOfSeveralUnitsAreKilledAndStopped() throws Exception {
    var history = Nemesis.killsAndStopsHolders(contenders(Kind.SEVERAL_UNITS));
    history.checkNeverMoreThan(Kind.UNITS);
    assertThat(history.stays()).hasSizeGreaterThan(10);
  }

  /** No other writes between a process's write lock and the read lock that follows it. */
  @Test
  void writersThatGoOnAsReadersAreKilledAndStopped() throws Exception {
    var history = Nemesis.killsAndStopsHolders(contenders(Kind.DOWNGRADE));
    history.checkReadersAndWriters();
  }

  /** They are told of the loss when the time is over, also if they were stopped then. */
  @Test
  void holdersWithALimitAreKilledAndStopped() throws Exception {
    Nemesis.killsAndStopsLimitedHolders(contenders(Kind.LIMITED));
  }

  /** Never two with valid leadership; and the callbacks of each candidate. */
  @Test
  void leadersAreKilledAndStopped() throws Exception {
    Nemesis.killsAndStopsLeaders(processes("leaders", KafkaLeaderContender.class));
  }

  /** Counts stay taken, and no party goes on before all have arrived. */
  @Test
  void partiesOfABarrierAreKilled() throws Exception {
    Nemesis.killsParties(processes("parties", KafkaBarrierContender.class), 6);
  }
}
