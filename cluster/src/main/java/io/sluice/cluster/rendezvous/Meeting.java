package io.sluice.cluster.rendezvous;

import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Attachment;
import io.sluice.cluster.runtime.ProtocolMismatchException;
import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.rendezvous.Change;
import io.sluice.protocol.rendezvous.Outcome;
import io.sluice.protocol.rendezvous.Rendezvous.Message;
import io.sluice.protocol.rendezvous.Replica;
import io.sluice.protocol.rendezvous.Rule;
import io.sluice.protocol.rendezvous.Tally;
import io.sluice.protocol.rendezvous.Ticket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One node's part in a latch or barrier: its replica, from view to view, and the threads of this
 * node that wait.
 *
 * <p>When this node is cut off, it forgets what it knew, since the others go on without it. Parties
 * that wait here at a barrier are told that it is broken, as those elsewhere are. The counts of a
 * latch that it knows of are submitted again when it is a member again, if the members know less:
 * the others may have ended, or been cut off too. Tickets see to it that they count once.
 *
 * <p>All methods are called within the mailbox of the resource.
 */
public final class Meeting implements Attachment {

  private static final String CUT_OFF = "this node was cut off from the others: ";

  private final Resource resource;
  private final Rule rule;

  /** By the ticket: the arrivals of this node that have not been decided. */
  private final Map<Ticket, Party> parties = new HashMap<>();

  /** The changes to ask for as soon as this node is a member. */
  private final List<Change> unasked = new ArrayList<>();

  /** Told what all members know, as soon as this node knows it. */
  private final List<CompletableFuture<Tally>> curious = new ArrayList<>();

  /** Told when the latch is open. */
  private final List<CompletableFuture<Void>> awaiting = new ArrayList<>();

  /** Names this node in tickets, until it is cut off or its parties at a barrier are refused. */
  private long node = ThreadLocalRandom.current().nextLong();

  private long numbers;
  private Optional<String> stopped = Optional.empty();

  /**
   * Why the name cannot be used in this view: a member that uses it for something else does not
   * report, and this node, which has asked it, does not ask again.
   */
  private Optional<ProtocolMismatchException> refused = Optional.empty();

  /** Where this node is in the view; empty while it is no member. */
  private Optional<Replica> replica = Optional.empty();

  /**
   * Of a latch: the counts that this node knew of when it was cut off; nothing when all know them.
   */
  private final Set<Ticket> taken = new LinkedHashSet<>();

  /** Of a latch: whether this node knew that it is open when it was cut off. */
  private boolean opened;

  /**
   * Of a latch: the kept counts that have been submitted again, until they count. What this node
   * knows without them is less than what it knew before.
   */
  private final Set<Ticket> submitted = new HashSet<>();

  private Replica.State state = Replica.State.first(ProcessSet.EMPTY, node);

  public Meeting(Resource resource, Rule rule) {
    this.resource = resource;
    this.rule = rule;
  }

  /** A thread of this node arrives at the barrier, or counts the latch down. */
  public void arrive(CompletableFuture<Party> arrived) {
    var party = new Party(new Ticket(node, ++numbers), new CompletableFuture<>());
    arrived.complete(party);
    if (isRunning(party.end())) {
      parties.put(party.ticket(), party);
      ask(new Change.Arrive(party.ticket()));
    }
  }

  /** A party that waits at the barrier gives up; it is still told what becomes of it. */
  public void giveUp(Party party) {
    if (!parties.containsKey(party.ticket())) {
      return;
    }
    if (unasked.remove(new Change.Arrive(party.ticket()))) {
      end(party.ticket(), new Party.End.Broken(state.tally().generation(), "given up"));
    } else {
      ask(new Change.GiveUp(party.ticket()));
    }
  }

  /** Completes the future when the latch is open. */
  public void await(CompletableFuture<Void> open) {
    if (isRunning(open)) {
      awaiting.add(open);
      learn();
    }
  }

  /** No longer tells that the latch is open. */
  public void forget(CompletableFuture<Void> open) {
    open.cancel(false);
    awaiting.removeIf(CompletableFuture::isDone);
  }

  /** Completes the future with what all members of the view know. */
  public void look(CompletableFuture<Tally> known) {
    if (isRunning(known)) {
      curious.add(known);
      learn();
    }
  }

  private boolean isRunning(CompletableFuture<?> future) {
    stopped
        .<RuntimeException>map(IllegalStateException::new)
        .or(() -> refused)
        .ifPresent(future::completeExceptionally);
    return stopped.isEmpty() && refused.isEmpty();
  }

  private void ask(Change change) {
    if (replica.isPresent()) {
      var step = new Step();
      step.end(replica.get().ask(state, change, step));
    } else {
      unasked.add(change);
    }
  }

  /** Asks the members what they know, unless this node has done so in this view. */
  private void learn() {
    if (replica.isPresent()) {
      var step = new Step();
      step.end(replica.get().begin(state, step));
    }
  }

  @Override
  public void viewed(View view, int self) {
    if (view.members().isEmpty() || stopped.isPresent()) {
      return;
    }
    refused = Optional.empty();
    var members = ProcessSet.range(0, view.members().size());
    var next = new Replica(self, rule);
    replica = Optional.of(next);
    var step = new Step();
    step.end(next.enter(state, members, node, step));
    var changes = List.copyOf(unasked);
    unasked.clear();
    changes.forEach(this::ask);
    if (!awaiting.isEmpty() || !curious.isEmpty() || !taken.isEmpty() || opened) {
      learn();
    }
  }

  /** What a latch has, before this node forgets it. */
  private void keep() {
    opened |= state.tally().generation() > 0;
    taken.addAll(state.tally().tickets());
    state.log().forEach(this::keep);
  }

  private void keep(Change change) {
    if (change instanceof Change.Arrive(var ticket)) {
      taken.add(ticket);
    }
  }

  /** The counts that this node has kept and the members do not know. */
  private void submitKept() {
    if (taken.isEmpty() && !opened) {
      return;
    }
    boolean open = state.tally().generation() > 0;
    for (int i = 0; opened && i < rule.needed(); i++) {
      taken.add(new Ticket(node, ++numbers)); // It does not matter any more whose they were.
    }
    opened = false;
    taken.removeAll(state.tally().tickets());
    var unknown = open ? List.<Ticket>of() : List.copyOf(taken);
    taken.clear();
    submitted.addAll(unknown);
    for (Ticket each : unknown) {
      var change = new Change.Arrive(each);
      if (!state.log().contains(change) && !state.own().contains(change)) {
        ask(change);
      }
    }
  }

  @Override
  public void stepped(int from, Object message) {
    if (replica.isPresent() && message instanceof Message.InView(_, var inner)) {
      var step = new Step();
      step.end(replica.get().receive(state, from, inner, step));
    }
  }

  @Override
  public void lost(String why) {
    var own = state.own();
    if (rule.kind() == Rule.Kind.LATCH) {
      keep();
    }
    replica = Optional.empty();
    refused = Optional.empty();
    submitted.clear();
    node = ThreadLocalRandom.current().nextLong();
    state = Replica.State.first(ProcessSet.EMPTY, node);
    if (rule.kind() == Rule.Kind.LATCH) {
      unasked.addAll(own);
    } else {
      unasked.clear();
      List.copyOf(parties.keySet())
          .forEach(each -> end(each, new Party.End.Broken(0, CUT_OFF + why)));
    }
  }

  @Override
  public void refused(ProtocolMismatchException mismatch) {
    refused = Optional.of(mismatch);
    // The application is told that they have failed. Arrivals that wait for a view to open are not
    // asked for any more.
    var own = new ArrayList<>(state.own());
    parties.keySet().forEach(failed -> own.remove(new Change.Arrive(failed)));
    if (rule.kind() == Rule.Kind.BARRIER) {
      // Those that the members know break their generation when the next view begins, since this
      // node has another name then. To give them up would take a message, and parties elsewhere
      // could go on with them before it arrives.
      node = ThreadLocalRandom.current().nextLong();
    }
    state = state.asking(own);
    fail(mismatch);
  }

  @Override
  public void stopped(String why) {
    stopped = Optional.of(why);
    replica = Optional.empty();
    fail(new IllegalStateException(why));
  }

  private void fail(RuntimeException why) {
    unasked.clear();
    List.copyOf(parties.values()).forEach(each -> each.end().completeExceptionally(why));
    parties.clear();
    awaiting.forEach(each -> each.completeExceptionally(why));
    awaiting.clear();
    curious.forEach(each -> each.completeExceptionally(why));
    curious.clear();
  }

  private void end(Ticket ticket, Party.End end) {
    Party party = parties.remove(ticket);
    if (party != null) {
      party.end().complete(end);
    }
  }

  /** One step of the replica, whose effects are carried out after it. */
  private final class Step implements Replica.Effects {
    private final List<Runnable> effects = new ArrayList<>();

    @Override
    public void send(int to, Replica.Message message) {
      effects.add(() -> resource.sendStep(to, new Message.InView(ProcessSet.EMPTY, message)));
    }

    @Override
    public void applied(Change change, Optional<Outcome> decided) {
      effects.add(() -> tell(change, decided));
    }

    void end(Replica.State after) {
      state = after;
      effects.forEach(Runnable::run);
      if (after.phase() == Replica.Phase.OPEN) {
        submitKept();
        tellCurious();
      }
      if (rule.kind() == Rule.Kind.LATCH && state.tally().generation() > 0) {
        awaiting.forEach(each -> each.complete(null));
        awaiting.clear();
      }
    }

    private void tellCurious() {
      if (state.tally().generation() > 0) {
        submitted.clear();
      }
      submitted.removeAll(state.tally().tickets());
      if (submitted.isEmpty()) {
        curious.forEach(each -> each.complete(state.tally()));
        curious.clear();
      }
    }

    private void tell(Change change, Optional<Outcome> decided) {
      if (rule.kind() == Rule.Kind.LATCH) {
        if (change instanceof Change.Arrive(var ticket)) {
          Meeting.this.end(ticket, new Party.End.Complete(0, 0));
        }
      } else {
        decided.ifPresent(outcome -> tell(outcome, change));
      }
    }

    private void tell(Outcome outcome, Change cause) {
      String why = cause instanceof Change.Begin ? "a member was lost" : "a party gave up";
      for (int place = 0; place < outcome.tickets().size(); place++) {
        Meeting.this.end(
            outcome.tickets().get(place),
            outcome.complete()
                ? new Party.End.Complete(outcome.generation(), place)
                : new Party.End.Broken(outcome.generation(), why));
      }
    }
  }
}
