package io.sluice.lab.explore.contract;

import io.sluice.lab.verdict.Finding;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.Optional;

/**
 * Takes steps of a protocol and checks that each keeps to the contract of {@link Protocol}: it
 * throws nothing, gives the same outcome when it is taken again, leaves its arguments alone, works
 * with values, grants at most once, and grants fencing numbers only if the protocol declares them.
 */
public final class Contract<S, M> {

  private static final String PURE =
      ": a step may depend on nothing but its arguments, so no field of the protocol may change";

  private final Algorithm<S, M> algorithm;
  private final Layout layout;
  private final Values values = new Values();

  public Contract(Algorithm<S, M> algorithm, Layout layout) {
    this.algorithm = algorithm;
    this.layout = layout;
  }

  /**
   * What came of taking a step: an outcome, or what is wrong.
   *
   * @param wrong a finding that names no process yet
   */
  public record Taken<S, M>(Optional<Outcome<S, M>> outcome, Optional<Finding> wrong) {

    static <S, M> Taken<S, M> of(Outcome<S, M> outcome) {
      return new Taken<>(Optional.of(outcome), Optional.empty());
    }

    static <S, M> Taken<S, M> of(Finding wrong) {
      return new Taken<>(Optional.empty(), Optional.of(wrong));
    }
  }

  /**
   * Takes a step that was not taken before.
   *
   * @param twice whether it is taken a second time, to compare
   * @param known whether a state or message was seen before, so that it need not be looked into
   */
  public Taken<S, M> take(
      Protocol<S, M> protocol, S state, Input<M> input, boolean twice, Known<S, M> known) {
    int before = state.hashCode();
    var taken = call(protocol, state, input);
    if (taken.outcome.isEmpty()) {
      return taken;
    }
    if (state.hashCode() != before) {
      return wrong(input, "it changed the state that it was given, instead of making another");
    }
    var wrong = objection(taken.outcome.get(), input, known);
    if (wrong.isPresent()) {
      return Taken.of(wrong.get());
    }
    return twice && !taken.equals(call(protocol, state, input))
        ? Taken.of(impure(state, input))
        : taken;
  }

  /** Knows states and messages that are values. */
  public interface Known<S, M> {
    boolean state(S state);

    boolean message(M message);
  }

  /** Takes a step that was taken before, to compare. */
  public Taken<S, M> takeAgain(Protocol<S, M> protocol, S state, Input<M> input) {
    return call(protocol, state, input);
  }

  /** What is wrong with a step that had another outcome when it was taken again. */
  public Finding impure(S state, Input<M> input) {
    return failed(
        input,
        "taken again from the same state %s, the step had another outcome%s"
            .formatted(state, PURE));
  }

  private Taken<S, M> call(Protocol<S, M> protocol, S state, Input<M> input) {
    var out = new Recorder<M>();
    try {
      return Taken.of(out.outcome(protocol.on(state, input, out)));
    } catch (RuntimeException | AssertionError | StackOverflowError thrown) {
      return Taken.of(Finding.failed(input, thrown, layout));
    }
  }

  /** What is wrong with the first state of a process, if anything is. */
  public Optional<Finding> initial(Protocol<S, M> protocol) {
    try {
      return values
          .objection("the state", protocol.initial())
          .map(why -> new Finding(new Verdict.Failed(), "begins in what is no value: " + why));
    } catch (RuntimeException | AssertionError | StackOverflowError thrown) {
      return Optional.of(Finding.failed("initial()", thrown));
    }
  }

  private Optional<Finding> objection(Outcome<S, M> outcome, Input<M> input, Known<S, M> known) {
    for (var send : outcome.sends()) {
      if (send.to() < 0 || send.to() >= layout.size()) {
        return Optional.of(
            failed(
                input,
                "it sent a message to process %d of %d".formatted(send.to(), layout.size())));
      }
      if (!known.message(send.message())) {
        var objection = values.objection("the message", send.message());
        if (objection.isPresent()) {
          return Optional.of(failed(input, "it sent no value: " + objection.get()));
        }
      }
    }
    if (!known.state(outcome.next())) {
      var objection = values.objection("the state", outcome.next());
      if (objection.isPresent()) {
        return Optional.of(failed(input, "its next state is no value: " + objection.get()));
      }
    }
    for (var draw : outcome.draws()) {
      if (draw.bound() < 1) {
        return Optional.of(failed(input, "it asked for a draw with no outcome"));
      }
    }
    return grants(outcome);
  }

  private Optional<Finding> grants(Outcome<S, M> outcome) {
    if (outcome.grants().size() > 1) {
      return Optional.of(
          new Finding(new Verdict.Broken("unasked-grant"), "was let in twice in one step"));
    }
    boolean fence = outcome.grants().stream().anyMatch(grant -> grant.fence() != Outbox.UNFENCED);
    return fence && !algorithm.fenced()
        ? Optional.of(
            new Finding(
                new Verdict.Broken("fence"),
                "was granted a fencing number, although %s does not declare them by fenced()"
                    .formatted(algorithm.name())))
        : Optional.empty();
  }

  private Taken<S, M> wrong(Input<M> input, String how) {
    return Taken.of(failed(input, how));
  }

  private Finding failed(Input<M> input, String how) {
    return Finding.failed(input, how, layout);
  }
}
