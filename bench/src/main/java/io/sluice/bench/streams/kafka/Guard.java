package io.sluice.bench.streams.kafka;

import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.GuardedScaling;
import io.sluice.protocol.scaling.ScalingMessage;
import io.sluice.streams.Pipeline;
import io.sluice.streams.kafka.Kafka;
import io.sluice.streams.kafka.TopicSink;
import io.sluice.streams.kafka.TopicSource;
import io.sluice.streams.kafka.deciding.Counts;
import io.sluice.streams.kafka.worker.Worker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;

/**
 * What group mutual exclusion costs when operators of a pipeline on Kafka change the number of
 * their instances: messages and time, live, beside the messages that the simulator counts for the
 * same changes.
 */
final class Guard {

  private static final List<String> SCALABLE = List.of("parse", "count", "mark");

  /** The source, those that scale, and the sink. */
  private static final int OPERATORS = SCALABLE.size() + 2;

  private static final int MOST = 3;
  private static final int CHANGES = 60;
  private static final double RATE = 1_000;
  private static final Duration COMMIT = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long SECOND = 1_000_000_000L;

  /** An operator has one instance more or less. */
  private record Step(int operator, boolean more) {}

  private final Load load;
  private final String brokers;

  Guard(String brokers) {
    this.brokers = brokers;
    this.load = new Load(brokers);
  }

  /** Changes at random, the same every time; each operator has one to three instances. */
  private static List<Step> steps() {
    var random = new Random(5);
    int[] instances = new int[SCALABLE.size()];
    var all = new ArrayList<Step>();
    while (all.size() < CHANGES) {
      int operator = random.nextInt(instances.length);
      boolean more =
          instances[operator] == 0 || (instances[operator] < MOST - 1 && random.nextBoolean());
      instances[operator] += more ? 1 : -1;
      all.add(new Step(operator, more));
    }
    return all;
  }

  List<Figure> measure() throws InterruptedException, ExecutionException, TimeoutException {
    var steps = steps();
    var alone = live("guard-alone", steps, 1);
    var together = live("guard-together", steps, SCALABLE.size());
    double simulatedGuard = simulated(steps, true);
    double simulatedOwn = simulated(steps, false);
    return List.of(
        new Figure(
            "%d changes, one after the other: messages of the guard for each".formatted(CHANGES),
            "%.1f (simulated %.1f)".formatted(per(alone, alone.guardMessages()), simulatedGuard)),
        new Figure(
            "other messages of the protocol for each",
            "%.1f (simulated, without keys, %.1f)"
                .formatted(per(alone, alone.messages()), simulatedOwn)),
        new Figure("time of a change, and of that waiting for the guard", time(alone)),
        new Figure(
            "the same changes, neighbouring operators at once: messages of the guard for each",
            "%.1f".formatted(per(together, together.guardMessages()))),
        new Figure("time of a change then, and of that waiting for the guard", time(together)));
  }

  private static double per(Counts.Changes all, long sum) {
    return (double) sum / all.number();
  }

  private static String time(Counts.Changes all) {
    return "%.0f ms, %.0f ms"
        .formatted(per(all, all.nanos()) / 1e6, per(all, all.guardNanos()) / 1e6);
  }

  /** Carries the changes out, some of them at the same time. */
  private Counts.Changes live(String name, List<Step> steps, int atOnce)
      throws InterruptedException, ExecutionException, TimeoutException {
    String in = name + "-in";
    String out = name + "-out";
    load.topic(in);
    load.topic(out);
    var ending = new AtomicBoolean();
    var writer = Thread.ofPlatform().start(() -> load.write(in, RATE, Load.FEW_KEYS, ending));
    try (var worker = start(name, in, out)) {
      for (var operator : SCALABLE) {
        worker.scale(operator, 1).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
      int[] instances = new int[SCALABLE.size()];
      for (int from = 0; from < steps.size(); from += atOnce) {
        var touched = new boolean[SCALABLE.size()];
        for (var step : steps.subList(from, Math.min(steps.size(), from + atOnce))) {
          instances[step.operator()] += step.more() ? 1 : -1;
          touched[step.operator()] = true;
        }
        var reached =
            IntStream.range(0, touched.length)
                .filter(operator -> touched[operator])
                .mapToObj(operator -> worker.scale(SCALABLE.get(operator), 1 + instances[operator]))
                .toList();
        for (var each : reached) {
          each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
      }
      return worker.changes();
    } finally {
      ending.set(true);
      writer.join();
    }
  }

  private Worker start(String name, String in, String out) {
    var pipeline =
        Pipeline.named(name)
            .from("in", TopicSource.of(in, Serdes.String()))
            .map("parse", Click::parse)
            .instances(1, MOST)
            .keyBy(Click::key)
            .aggregate("count", Count::none, Count::plus)
            .instances(1, MOST)
            .map("mark", each -> each.value().line(each.key()))
            .instances(1, MOST)
            .to("out", TopicSink.of(out, Serdes.String()));
    var kafka = Kafka.at(brokers).commitEvery(COMMIT).lease(Elastic.LEASE).bundles(MOST);
    return (Worker) pipeline.on(kafka).start();
  }

  /** How many messages a change costs in the simulator: those of the guard, or the others. */
  private static double simulated(List<Step> steps, boolean ofGuard) {
    int born = (int) steps.stream().filter(Step::more).count();
    var layout = chain().plusPool(born);
    var simulation =
        Simulation.of(GuardedScaling.ALGORITHM, layout)
            .network(Network.of(new Delay.Constant(SECOND / 100)))
            .workload(Workload.entries(1).asks(_ -> false));
    var living = new ArrayList<Deque<Integer>>();
    SCALABLE.forEach(_ -> living.add(new ArrayDeque<>()));
    int next = OPERATORS;
    for (int k = 0; k < steps.size(); k++) {
      var step = steps.get(k);
      long at = (k + 1) * SECOND;
      if (step.more()) {
        int newborn = next++;
        living.get(step.operator()).add(newborn);
        simulation.change(
            new Change.Order<>(
                at, step.operator() + 1, new ScalingMessage.Duplicate(ProcessSet.of(newborn))));
      } else {
        simulation.change(
            new Change.Order<>(
                at, living.get(step.operator()).removeLast(), new ScalingMessage.Delete()));
      }
    }
    var outcome = simulation.run();
    outcome
        .violation()
        .ifPresent(
            violation -> {
              throw new IllegalStateException(violation.toString());
            });
    long guard =
        outcome.messagesByKind().getOrDefault(ScalingMessage.Guard.class.getSimpleName(), 0L);
    return (double) (ofGuard ? guard : outcome.messages() - guard) / steps.size();
  }

  /** Each operator sends to the next one. */
  private static Layout chain() {
    var names = new ArrayList<>(SCALABLE);
    names.addFirst("in");
    names.addLast("out");
    var competitors =
        IntStream.range(0, OPERATORS)
            .mapToObj(
                one ->
                    ProcessSet.of(
                        IntStream.of(one - 1, one + 1)
                            .filter(other -> other >= 0 && other < OPERATORS)
                            .toArray()))
            .toList();
    return Layout.graph(names, competitors);
  }
}
