package io.sluice.bench.streams.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.streams.KafkaStreams;

/** What {@link Elasticity} measures, of Kafka Streams. */
final class PeerElasticity {

  private static final Duration USUAL_SESSION = Duration.ofSeconds(45);
  private static final Duration SHORTEST_SESSION = Duration.ofSeconds(6);
  private static final Duration CLOSE = Duration.ofSeconds(20);
  private static final String FIRST = "a";
  private static final String SECOND = "b";
  private static final int ROUNDS = 3;

  private final String brokers;
  private final Load load;
  private int names;

  PeerElasticity(String brokers) {
    this.brokers = brokers;
    this.load = new Load(brokers);
  }

  private Traffic traffic(int megabytes) throws InterruptedException, ExecutionException {
    return new Traffic(load, "peer-" + ++names, megabytes);
  }

  private KafkaStreams start(Traffic traffic, String instance) throws IOException {
    return ElasticPeer.start(
        traffic.name(), instance, brokers, traffic.in(), traffic.out(), USUAL_SESSION);
  }

  /** What a second instance is felt. */
  private static final class Joined {
    final List<Double> without = new ArrayList<>();
    final List<Double> first = new ArrayList<>();
    final List<Double> moved = new ArrayList<>();
    final List<Double> stayed = new ArrayList<>();
    final List<Double> longest = new ArrayList<>();
  }

  /** A second instance begins while the first one works; another application each time. */
  private Joined joining(int megabytes)
      throws IOException, InterruptedException, ExecutionException {
    var joined = new Joined();
    for (int round = 0; round < ROUNDS; round++) {
      try (var traffic = traffic(megabytes)) {
        var one = start(traffic, FIRST);
        traffic.begin();
        traffic.gaps().begin();
        Thread.sleep(Traffic.SETTLE);
        joined.without.add(traffic.gaps().median(false));
        traffic.gaps().begin();
        traffic.gaps().await(SECOND);
        long begin = System.nanoTime();
        var two = start(traffic, SECOND);
        Traffic.waitFor(() -> traffic.gaps().seen().isPresent());
        joined.first.add((traffic.gaps().seen().orElseThrow() - begin) / 1e6);
        Thread.sleep(Traffic.SETTLE.multipliedBy(3));
        joined.moved.add(traffic.gaps().median(true));
        joined.stayed.add(traffic.gaps().median(false));
        joined.longest.add(traffic.gaps().longestOfAKey());
        two.close(CLOSE);
        one.close(CLOSE);
      }
    }
    return joined;
  }

  List<Figure> scaling(int megabytes) throws IOException, InterruptedException, ExecutionException {
    var joined = joining(megabytes);
    return List.of(
        Figure.of(Figure.scaling(megabytes, Elasticity.MOVED), joined.moved),
        Figure.of(Figure.scaling(megabytes, Elasticity.STAYED), joined.stayed),
        Figure.of(Figure.scaling(megabytes, Elasticity.WITHOUT), joined.without),
        Figure.of(Figure.scaling(megabytes, Elasticity.NEWBORN), joined.first));
  }

  List<Figure> workers() throws IOException, InterruptedException, ExecutionException {
    var joined = joining(0);
    return List.of(
        Figure.of(Elasticity.SHARE, joined.first), Figure.of(Elasticity.MEANWHILE, joined.longest));
  }

  /** Of two instances the first is killed. */
  List<Figure> crash() throws IOException, InterruptedException, ExecutionException {
    return List.of(
        crash("session timeout 6 s, the least that brokers allow", SHORTEST_SESSION),
        crash("session timeout 45 s, if not set", USUAL_SESSION));
  }

  private Figure crash(String what, Duration session)
      throws IOException, InterruptedException, ExecutionException {
    try (var traffic = traffic(0)) {
      var first = launch(traffic, FIRST, session);
      traffic.begin();
      traffic.gaps().await(SECOND);
      var second = launch(traffic, SECOND, session);
      Traffic.waitFor(() -> traffic.gaps().seen().isPresent());
      Thread.sleep(Duration.ofSeconds(8));
      traffic.gaps().begin();
      first.destroyForcibly().waitFor();
      Thread.sleep(session.plusSeconds(8));
      var gap = traffic.gaps().longestOfAKey();
      second.destroyForcibly().waitFor();
      return Figure.of(Elasticity.crashed(what), List.of(gap));
    }
  }

  private Process launch(Traffic traffic, String instance, Duration session) throws IOException {
    return Elasticity.launch(
        ElasticPeer.class,
        traffic.name(),
        instance,
        brokers,
        traffic.in(),
        traffic.out(),
        Long.toString(session.toMillis()));
  }
}
