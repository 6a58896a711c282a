package io.sluice.streams;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.protocol.scaling.Policy;
import io.sluice.streams.engine.EmbeddedPipeline;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Instances;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Tuning;
import io.sluice.streams.source.SourceTask;
import io.sluice.streams.watch.PipelineMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;

/**
 * A description of a stream of records and of the operators that it passes: sources, functions,
 * sinks. {@link #start} runs it in this JVM, unless {@link #on} says otherwise; it can be started
 * several times.
 *
 * <pre>{@code
 * var words =
 *     Pipeline.named("words")
 *         .from("lines", Source.of(List.of("to be or", "not to be")))
 *         .<String>flatMap("split", (line, out) -> List.of(line.split(" ")).forEach(out))
 *         .keyBy(word -> word)
 *         .aggregate("count", () -> 0, (count, word) -> count + 1)
 *         .to("print", Sink.forEach(System.out::println));
 * try (var running = words.start()) {
 *   running.await();
 * }
 * }</pre>
 *
 * <p>Each operator runs in one or more instances and decides by its load how many there are,
 * between {@link DataStream#instances its limits}. An instance has a thread of its own as long as
 * it has something to do; neighbours that are quiet share one. No record is lost or processed twice
 * while instances come and go, and records of one key keep their order.
 *
 * <p>A pipeline is described by one thread.
 */
public final class Pipeline {

  /** Into how many groups keys fall, unless {@link #keyGroups} says otherwise. */
  public static final int DEFAULT_KEY_GROUPS = 256;

  private final String name;
  private final List<Operator> operators = new ArrayList<>();
  private int keyGroups = DEFAULT_KEY_GROUPS;
  private Tuning tuning = Tuning.DEFAULT;
  private PipelineEngine engine = EmbeddedPipeline::start;
  private Optional<Consumer<Running>> onStart = Optional.empty();

  private Pipeline(String name) {
    this.name = name;
  }

  /** An empty pipeline. */
  public static Pipeline named(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a pipeline needs a name");
    }
    return new Pipeline(name);
  }

  public String name() {
    return name;
  }

  /** Adds a source. A pipeline may have several. */
  public <T> DataStream<T> from(String operator, Source<T> source) {
    Objects.requireNonNull(source, "source");
    var logic = new Logic.Reading(source, () -> new SourceTask<>(source));
    return new DataStream<>(this, add(operator, logic, List.of(), Instances.ONE), 0);
  }

  /**
   * Sets into how many groups the keys of each keyed operator fall. A group is what moves between
   * instances, so no keyed operator has more instances than groups.
   */
  public Pipeline keyGroups(int groups) {
    if (groups < 1 || groups > 1 << 15) {
      throw new IllegalArgumentException(
          "keys fall into 1 to %,d groups, not %,d".formatted(1 << 15, groups));
    }
    keyGroups = groups;
    return this;
  }

  /**
   * Sets how many records travel together at most; 256 if not set. Small batches are shared more
   * evenly among the instances of an operator, and let each of them attend to control messages more
   * often; large ones cost less for each record.
   *
   * @param records from 1 to 4,096
   */
  public Pipeline batch(int records) {
    tuning = tuning.withBatch(records);
    return this;
  }

  /**
   * Sets how many batches of records wait for an instance at most, before its senders wait; 32 if
   * not set. More take more memory and longer to work off, but while there is room, an overloaded
   * operator knows how much it receives and so how many instances it lacks.
   *
   * @param batches a power of two, from 8 to 65,536
   */
  public Pipeline inbox(int batches) {
    tuning = tuning.withInbox(batches);
    return this;
  }

  /**
   * Lets instances decide by their policy alone, from what arrived in the last step, as the papers
   * and the lab's simulations do. If not set, what they measure is smoothed, and an operator does
   * not grow when that would not help. All instances begin a step at the same time, when {@link
   * System#nanoTime} is a multiple of its length.
   *
   * @param step from 10 milliseconds to one minute
   */
  public Pipeline decideInSteps(Duration step) {
    tuning = tuning.withStep(step);
    return this;
  }

  /** Sets how many instances an operator has at least and at most. */
  public Pipeline instances(String operator, int min, int max) {
    find(operator).instances(new Instances(min, max));
    return this;
  }

  /** Sets the policy of an operator; see {@link DataStream#policy}. */
  public Pipeline policy(String operator, DoubleFunction<Policy> policy) {
    find(operator).policy(policy);
    return this;
  }

  /** Sets the policy of all operators that have none of their own. */
  public Pipeline policy(DoubleFunction<Policy> policy) {
    operators.stream().filter(each -> each.policy().isEmpty()).forEach(each -> each.policy(policy));
    return this;
  }

  /**
   * Registers meters of the pipeline at each start, for each operator: instances, records, what
   * waits, how busy it is. Needs Micrometer on the class path.
   */
  public Pipeline metrics(MeterRegistry registry) {
    onStart = Optional.of(running -> PipelineMetrics.register(running, registry));
    return this;
  }

  /** The names of the operators, each after those that it gets records from. */
  public List<String> operators() {
    return operators.stream().map(Operator::name).toList();
  }

  /** Sets what runs the pipeline; if not set, this JVM does. */
  public Pipeline on(PipelineEngine chosen) {
    engine = Objects.requireNonNull(chosen, "engine");
    return this;
  }

  /**
   * Starts the pipeline: in this JVM, or {@link #on} another engine.
   *
   * @throws IllegalStateException if this is no pipeline that can run: without a source or a sink
   */
  public Running start() {
    var running = engine.start(graph());
    onStart.ifPresent(action -> action.accept(running));
    return running;
  }

  /** What is described so far. */
  Graph graph() {
    return new Graph(name, operators, keyGroups, tuning);
  }

  Operator add(String operator, Logic logic, List<Operator.Input> inputs, Instances instances) {
    if (operator.isBlank()) {
      throw new IllegalArgumentException("an operator needs a name");
    }
    if (operators.stream().anyMatch(each -> each.name().equals(operator))) {
      throw new IllegalArgumentException(
          "pipeline '%s' has an operator named '%s' already: each needs a name of its own"
              .formatted(name, operator));
    }
    var added = new Operator(operator, logic, inputs, instances);
    operators.add(added);
    return added;
  }

  private Operator find(String operator) {
    return operators.stream()
        .filter(each -> each.name().equals(operator))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "pipeline '%s' has no operator '%s'; it has %s"
                        .formatted(name, operator, String.join(", ", operators()))));
  }
}
