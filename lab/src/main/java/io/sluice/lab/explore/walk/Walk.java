package io.sluice.lab.explore.walk;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.EventText;
import io.sluice.lab.explore.trace.SavedStep;
import io.sluice.lab.explore.trace.StateFields;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.trace.TraceStep;
import io.sluice.lab.explore.trace.Tracer;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.explore.world.Move;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A walk through the worlds of a scope, choice by choice, with logical times as they really are.
 * Walks over one dictionary may run at the same time; a single walk belongs to one thread.
 */
public final class Walk<S, M> {

  private final Scope<S, M> scope;
  private final Layout layout;
  private final Tracer<S, M> tracer;
  private Optional<Finding> finding;

  /** Begins at the world in which nothing has happened. */
  public Walk(Scope<S, M> scope, Dictionary<S, M> dictionary) {
    this.scope = scope;
    this.layout = scope.layout();
    this.tracer = new Tracer<>(scope, dictionary);
    this.finding = tracer.finding();
  }

  public Scope<S, M> scope() {
    return scope;
  }

  /** The choices taken so far, with what came of them. */
  public List<TraceStep> steps() {
    return tracer.steps();
  }

  /** What is wrong with this world. */
  public Optional<Finding> finding() {
    return finding;
  }

  /** The fingerprint of this world in canonical form. */
  public long fingerprint() {
    return tracer.fingerprint();
  }

  /** What can happen next, always in the same order. */
  public List<Choice> choices() {
    var choices = new ArrayList<Choice>();
    for (var possible : tracer.possibleMoves()) {
      var saved = SavedStep.of(possible.step());
      choices.add(
          new Choice(
              token(saved),
              saved.kind(),
              saved.process(),
              saved.peer(),
              position(possible.move()),
              Move.isOptional(possible.move()),
              EventText.of(possible.step(), layout),
              possible.step(),
              possible.move(),
              possible.fingerprint()));
    }
    return choices;
  }

  private static int position(int move) {
    return switch (Move.kind(move)) {
      case Move.DELIVER, Move.LOSE, Move.DUPLICATE -> Move.choice(move);
      default -> 0;
    };
  }

  /** The token that stands for an event in links. */
  public String token(SavedStep step) {
    return Token.of(step.words(layout));
  }

  /**
   * A world that a walk can come back to.
   *
   * @param latest the process that was let in by the move that led there, or -1
   */
  @SuppressWarnings("ArrayRecordComponent") // only handed back, never compared
  public record Place(int[] world, long fingerprint, int latest, Optional<Finding> finding) {}

  /** This world, to come back to. */
  public Place here() {
    var world = tracer.world();
    return new Place(world.vector().clone(), world.fingerprint(), world.granted(), finding);
  }

  /** Goes to a world that a walk of the same dictionary was at; its steps begin there. */
  public void goTo(Place place) {
    tracer.goTo(place.world(), place.fingerprint(), place.latest());
    finding = place.finding();
  }

  /** Takes a choice that this world has offered. */
  public void take(Choice choice) {
    tracer.take(choice.move());
    finding = tracer.finding();
  }

  /**
   * Takes choices by their tokens.
   *
   * @throws IllegalArgumentException if one of them is not possible; the message says which
   */
  public void follow(List<String> tokens) {
    for (String token : tokens) {
      take(
          choices().stream()
              .filter(choice -> choice.token().equals(token))
              .findFirst()
              .orElseThrow(() -> unfit(token)));
    }
  }

  private IllegalArgumentException unfit(String token) {
    return new IllegalArgumentException(
        "choice %d of the link, '%s', is not possible here: the link was made with another version"
                .formatted(steps().size() + 1, token)
            + " of the protocol, or it is not complete");
  }

  /** Four letters for this world: its states and messages as they are. */
  public String seal() {
    var text = new StringBuilder();
    for (int process = 0; process < layout.size(); process++) {
      text.append(client(process)).append(tracer.state(process)).append('\n');
      for (int to = 0; to < layout.size(); to++) {
        text.append(tracer.inTransit(process, to));
      }
    }
    return Token.of(text.toString());
  }

  /** What cannot happen now, and why. */
  public List<Refusal> refusals() {
    return new Refusals<>(this).list();
  }

  /** Where the application at a process is. */
  public ClientState client(int process) {
    return tracer.world().client(process).state();
  }

  /** What that application waits for or holds, in words; may be empty. */
  public String claim(int process) {
    var client = tracer.world().client(process);
    boolean engaged = client.state() == ClientState.WAITING || client.state().isInside();
    return engaged ? client.claim().words() : "";
  }

  /** How often the process may still ask, or {@link Scope#UNBOUNDED}. */
  public int asksLeft(int process) {
    return tracer.world().client(process).left();
  }

  /** The timers of a process that are running. */
  public List<String> timers(int process) {
    return tracer.world().client(process).timers();
  }

  /** Whether the process is paused. */
  boolean isPaused(int process) {
    return tracer.world().client(process).clock().paused() >= 0;
  }

  /** How many events of an optional kind may still happen, by the kind of {@link Move}. */
  public int left(int kindOfMove) {
    return tracer.world().left(kindOfMove);
  }

  /** The components of a process's state, by name, as text. */
  public Map<String, String> state(int process) {
    return StateFields.of(tracer.state(process), layout);
  }

  /** The messages on their way between two processes, in the order of the channel. */
  public List<String> inTransit(int from, int to) {
    return tracer.inTransit(from, to).stream()
        .map(message -> StateFields.label(message, layout))
        .toList();
  }

  /** The walk so far as a trace. */
  public Trace trace() {
    return Trace.of(tracer.steps());
  }
}
