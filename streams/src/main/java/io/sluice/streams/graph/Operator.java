package io.sluice.streams.graph;

import io.sluice.protocol.scaling.Policy;
import io.sluice.streams.DeadLetters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** One operator of a pipeline, while the pipeline is being described. */
public final class Operator {

  /** Which of an operator's outputs goes where. */
  public record Port(Operator operator, int number) {}

  /**
   * One of an operator's inputs.
   *
   * @param number which input; several ports may feed one
   * @param key the key of a record, if the receiving operator is keyed
   */
  public record Input(Port from, int number, Optional<Function<Object, Object>> key) {}

  private final String name;
  private final Logic logic;
  private final List<Input> inputs;
  private Instances instances;
  private Optional<DoubleFunction<Policy>> policy = Optional.empty();
  private Optional<DeadLetters> deadLetters = Optional.empty();

  public Operator(String name, Logic logic, List<Input> inputs, Instances instances) {
    this.name = name;
    this.logic = logic;
    this.inputs = new ArrayList<>(inputs);
    this.instances = instances;
  }

  public String name() {
    return name;
  }

  public Logic logic() {
    return logic;
  }

  public boolean isSource() {
    return logic instanceof Logic.Reading;
  }

  public boolean isKeyed() {
    return logic instanceof Logic.Keyed;
  }

  public List<Input> inputs() {
    return List.copyOf(inputs);
  }

  public Instances instances() {
    return instances;
  }

  /**
   * @throws IllegalArgumentException if this operator runs in one instance and is to have several
   */
  public void instances(Instances next) {
    if (next.max() > 1) {
      switch (logic) {
        case Logic.Reading(var source, _) when !source.isPartitioned() ->
            throw new IllegalArgumentException(
                "source '%s' runs in one instance: it reads one stream".formatted(name));
        case Logic.Timing _ ->
            throw new IllegalArgumentException(
                "operator '%s' runs in one instance: it makes the watermark".formatted(name));
        default -> {}
      }
    }
    instances = next;
  }

  /** The policy that decides how many instances there are, made for a measured capacity. */
  public Optional<DoubleFunction<Policy>> policy() {
    return policy;
  }

  public void policy(DoubleFunction<Policy> next) {
    policy = Optional.of(next);
  }

  /** Where records go at which the operator fails; without one the pipeline fails. */
  public Optional<DeadLetters> deadLetters() {
    return deadLetters;
  }

  public void deadLetters(DeadLetters next) {
    deadLetters = Optional.of(next);
  }

  @Override
  public String toString() {
    return name;
  }
}
