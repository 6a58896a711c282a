package io.sluice.streams.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.KeyedContext;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Instances of a keyed diamond come and go at random under load: numbered records fan out from one
 * keyed operator to two, and meet in a fourth.
 */
class RandomActionsTest {

  private static final int KEYS = 1_000;
  private static final int MOST_INSTANCES = 5;

  /** A record of a key: how many came before it, and a hash of all of them in their order. */
  private record Numbered(int key, String way, long number, long hash) {

    static Numbered first(int key, String way) {
      return new Numbered(key, way, 0, 1);
    }

    Numbered next(long value) {
      return new Numbered(key, way, number + 1, 31 * hash + value);
    }
  }

  /** What the last operator knows of a key: where it is on each way. */
  private record Met(Numbered left, Numbered right) {}

  private final AtomicLong outOfOrder = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final Map<Integer, Met> latest = new ConcurrentHashMap<>();

  @Test
  void fiveThousandActionsLoseDoubleAndReorderNothing() throws Exception {
    run(5_000, 1);
  }

  @Test
  @Tag("long")
  void hundredThousandActionsLoseDoubleAndReorderNothing() throws Exception {
    run(100_000, 2);
  }

  private void run(long actions, long seed) throws Exception {
    long read;
    try (var running = (EmbeddedPipeline) diamond().start()) {
      try (var random = new RandomActions(running, seed)) {
        await()
            .atMost(Duration.ofMinutes(60))
            .until(() -> random.count() >= actions || running.failure().isPresent());
      }
      running.stop();
      read = running.snapshot().recordsIn();
      assertThat(running.snapshot().recordsOut()).isEqualTo(2 * read);
    }
    assertThat(outOfOrder).hasValue(0);
    assertThat(written).hasValue(2 * read);
    assertThat(latest).isEqualTo(sequential(read));
  }

  private Pipeline diamond() {
    var pipeline = Pipeline.named("diamond");
    var numbered =
        pipeline
            .from("source", Source.generate(k -> k).rate(60_000))
            .keyBy(RandomActionsTest::key)
            .<Numbered, Numbered>process(
                "number",
                () -> Numbered.first(-1, ""),
                (state, record, context) -> emit(numbered(state, context).next(record), context))
            .instances(1, MOST_INSTANCES);
    var left =
        numbered
            .keyBy(Numbered::key)
            .<Numbered, Numbered>process("left", () -> Numbered.first(-1, "left"), this::followed)
            .instances(1, MOST_INSTANCES);
    var right =
        numbered
            .keyBy(Numbered::key)
            .<Numbered, Numbered>process("right", () -> Numbered.first(-1, "right"), this::followed)
            .instances(1, MOST_INSTANCES);
    return left.merge(right)
        .keyBy(Numbered::key)
        .<Met, Map.Entry<Integer, Met>>process(
            "meet",
            () -> new Met(Numbered.first(-1, "left"), Numbered.first(-1, "right")),
            this::met)
        .instances(1, MOST_INSTANCES)
        .to(
            "sink",
            Sink.forEach(
                entry -> {
                  written.incrementAndGet();
                  latest.put(entry.getKey(), entry.getValue());
                }));
  }

  private static int key(long record) {
    return (int) ((record * 7_919) % KEYS);
  }

  private static Numbered numbered(Numbered state, KeyedContext<Integer, ?> context) {
    return state.key() < 0 ? Numbered.first(context.key(), state.way()) : state;
  }

  private static Numbered emit(Numbered next, KeyedContext<Integer, Numbered> context) {
    context.emit(next);
    return next;
  }

  /** Passes a record on, if it follows the one before. */
  private Numbered followed(
      Numbered state, Numbered record, KeyedContext<Integer, Numbered> context) {
    var mine = numbered(state, context);
    check(mine.number(), record);
    return emit(mine.next(record.hash()), context);
  }

  private Met met(Met state, Numbered record, KeyedContext<Integer, Map.Entry<Integer, Met>> out) {
    boolean left = record.way().equals("left");
    check((left ? state.left() : state.right()).number(), record);
    var next = left ? new Met(record, state.right()) : new Met(state.left(), record);
    out.emit(Map.entry(out.key(), next));
    return next;
  }

  private void check(long before, Numbered record) {
    if (record.number() != before + 1) {
      outOfOrder.incrementAndGet();
    }
  }

  /** What comes of it when one thread does everything. */
  private static Map<Integer, Met> sequential(long records) {
    var first = new HashMap<Integer, Numbered>();
    var met = new HashMap<Integer, Met>();
    for (long record = 0; record < records; record++) {
      int key = key(record);
      var number = first.getOrDefault(key, Numbered.first(key, "")).next(record);
      first.put(key, number);
      var before =
          met.getOrDefault(key, new Met(Numbered.first(key, "left"), Numbered.first(key, "right")));
      met.put(key, new Met(before.left().next(number.hash()), before.right().next(number.hash())));
    }
    return met;
  }
}
