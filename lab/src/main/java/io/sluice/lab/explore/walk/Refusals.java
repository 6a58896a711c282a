package io.sluice.lab.explore.walk;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.SavedStep;
import io.sluice.lab.explore.trace.SavedStep.Kind;
import io.sluice.lab.explore.world.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says of the world of a walk what cannot happen there, and why. */
final class Refusals<S, M> {

  private final Walk<S, M> walk;
  private final Scope<S, M> scope;
  private final List<Refusal> refusals = new ArrayList<>();

  Refusals(Walk<S, M> walk) {
    this.walk = walk;
    this.scope = walk.scope();
  }

  List<Refusal> list() {
    for (int process = 0; process < scope.layout().size(); process++) {
      if (!scope.claims().apply(process).isEmpty()) {
        add(Kind.ASK, process, whyNotAsk(process));
        add(Kind.RELEASE, process, whyNotRelease(process));
      }
      add(Kind.WITHDRAW, process, whyNotWithdraw(process));
      add(Kind.CRASH, process, whyNotCrash(process));
      add(Kind.JOIN, process, whyNotJoin(process));
      add(Kind.DEPART, process, whyNotDepart(process));
      for (int from = 0; from < scope.layout().size(); from++) {
        messages(from, process);
      }
    }
    return refusals;
  }

  private void add(Kind kind, int process, Optional<String> why) {
    why.ifPresent(
        sentence -> refusals.add(new Refusal(kind, process, SavedStep.NO_PEER, 0, sentence)));
  }

  private void messages(int from, int to) {
    var queue = walk.inTransit(from, to);
    for (int position = 0; position < queue.size(); position++) {
      var why = whyNotDeliver(queue, position, to);
      if (why.isPresent()) {
        refusals.add(new Refusal(Kind.RECEIVE, to, from, position, why.get()));
      }
    }
  }

  private Optional<String> whyNotDeliver(List<String> queue, int position, int to) {
    if (walk.isPaused(to)) {
      return Optional.of(name(to) + " is paused: messages wait until it goes on");
    }
    boolean fifo = scope.channels() == Scope.Channels.FIFO;
    return fifo && position > 0
        ? Optional.of("behind %s: this channel is FIFO".formatted(queue.get(position - 1)))
        : Optional.empty();
  }

  private Optional<String> whyNotAsk(int process) {
    String name = name(process);
    return switch (walk.client(process)) {
      case THINKING ->
          walk.asksLeft(process) == 0
              ? Optional.of(
                  "%s has asked as often as it may: entries are limited to %d"
                      .formatted(name, scope.entries()))
              : Optional.empty();
      case WAITING -> Optional.of(name + " has asked already and waits");
      case INSIDE, DEPARTING_INSIDE -> Optional.of(name + " is inside: it has to release first");
      case OUTSIDE, JOINING -> Optional.of(name + " is not a member yet");
      case DEPARTING, DEPARTED -> Optional.of(name + " is departing or has departed");
      case CRASHED -> Optional.of(name + " has crashed");
    };
  }

  private Optional<String> whyNotRelease(int process) {
    return walk.client(process).isInside()
        ? Optional.empty()
        : Optional.of(name(process) + " is not inside");
  }

  private Optional<String> whyNotWithdraw(int process) {
    return whyNot(
        scope.churn().withdrawals(),
        Move.WITHDRAW,
        "withdrawals",
        walk.client(process) == ClientState.WAITING,
        name(process) + " does not wait");
  }

  private Optional<String> whyNotCrash(int process) {
    return whyNot(
        scope.faults().crashes(),
        Move.CRASH,
        "crashes",
        walk.client(process) != ClientState.CRASHED,
        name(process) + " has crashed already");
  }

  private Optional<String> whyNotJoin(int process) {
    return whyNot(
        scope.churn().joins(),
        Move.JOIN,
        "joins",
        walk.client(process) == ClientState.OUTSIDE,
        name(process) + " is or was a member");
  }

  private Optional<String> whyNotDepart(int process) {
    return whyNot(
        scope.churn().departures(),
        Move.DEPART,
        "departures",
        walk.client(process).isSettled(),
        name(process) + " is not a settled member");
  }

  /** Says nothing of what the scope does not allow at all: no reader expects it. */
  private Optional<String> whyNot(
      int allowed, int kindOfMove, String plural, boolean fits, String otherwise) {
    if (allowed == 0) {
      return Optional.empty();
    }
    if (walk.left(kindOfMove) == 0) {
      return Optional.of("all %d %s of this scope have happened".formatted(allowed, plural));
    }
    return fits ? Optional.empty() : Optional.of(otherwise);
  }

  private String name(int process) {
    return scope.layout().name(process);
  }
}
