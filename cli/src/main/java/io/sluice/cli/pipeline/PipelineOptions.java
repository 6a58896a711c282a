package io.sluice.cli.pipeline;

import io.sluice.cli.option.Nearest;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Policies;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** How operators of a pipeline scale: their limits, and the policy by which they decide. */
public final class PipelineOptions {

  /** The operator's name, and one number or two. */
  private static final Pattern FORM = Pattern.compile("(.+)=([0-9]{1,6})(?:\\.\\.([0-9]{1,6}))?");

  @Option(
      names = "--instances",
      paramLabel = "NAME=A..B",
      split = ",",
      description =
          "How many instances the operator NAME has: from A to B by its load, or with NAME=N always"
              + " N. May be given several times.")
  private List<String> instances = List.of();

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description =
          "How every operator decides by its load: in-turn, by-chance or with-hysteresis (default:"
              + " what the pipeline says, or in-turn).")
  private Optional<String> policy = Optional.empty();

  /**
   * Sets them.
   *
   * @throws IllegalArgumentException if there is no such operator or policy, or a number of
   *     instances is not possible
   */
  public void applyTo(Pipeline pipeline) {
    instances.forEach(each -> limit(pipeline, each));
    policy.ifPresent(name -> decideBy(pipeline, name));
  }

  private static void limit(Pipeline pipeline, String given) {
    var form = FORM.matcher(given);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "--instances %s: write NAME=N or NAME=A..B, such as parse=2..8".formatted(given));
    }
    var operator = form.group(1);
    int min = Integer.parseInt(form.group(2));
    int max = Optional.ofNullable(form.group(3)).map(Integer::parseInt).orElse(min);
    var known = pipeline.operators();
    if (!known.contains(operator)) {
      throw new IllegalArgumentException(
          "--instances %s: pipeline '%s' has no operator '%s'"
                  .formatted(given, pipeline.name(), operator)
              + Nearest.questionOr(operator, known, "; it has " + String.join(", ", known)));
    }
    try {
      pipeline.instances(operator, min, max);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--instances %s: %s".formatted(given, e.getMessage()), e);
    }
  }

  private static void decideBy(Pipeline pipeline, String name) {
    var known = new TreeSet<>(Policies.byName().keySet());
    var chosen =
        Optional.ofNullable(Policies.byName().get(name))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--policy %s: there is no such policy".formatted(name)
                            + Nearest.questionOr(
                                name, known, "; write " + String.join(", ", known))));
    pipeline.operators().forEach(operator -> pipeline.policy(operator, chosen));
  }
}
