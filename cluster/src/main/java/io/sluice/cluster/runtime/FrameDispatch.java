package io.sluice.cluster.runtime;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.OncePerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes each frame from another node to its lock, or to the node itself, in the view that it
 * belongs to. A frame of a later view waits for that view; one of an earlier view is dropped.
 *
 * <p>For the node's own mailbox, but for {@link #deliver}.
 */
final class FrameDispatch {

  private static final Logger LOG = LoggerFactory.getLogger(FrameDispatch.class);

  /** More than an honest member sends while a view is on its way. */
  private static final int MOST_EARLY = 1 << 16;

  private final Node node;
  private final Resources resources;
  private final List<Arrival> early = new ArrayList<>();
  private final OncePerKey warned = new OncePerKey();

  /** A frame of a later view. */
  private record Arrival(Member from, Frame frame) {}

  /** A member runs a protocol that is not known here. */
  private record Unknown(Member member, String algorithm) {}

  FrameDispatch(Node node, Resources resources) {
    this.node = node;
    this.resources = resources;
  }

  /** Takes the frames that waited for the view that has come. */
  void takeEarly() {
    var due = List.copyOf(early);
    early.clear();
    due.forEach(each -> take(each.from(), each.frame()));
  }

  /** Drops the frames that wait for a view. */
  void clear() {
    early.clear();
  }

  void take(Member from, Frame frame) {
    Epoch epoch = resources.epoch();
    if (frame.view() > epoch.number()) {
      if (early.size() < MOST_EARLY) {
        early.add(new Arrival(from, frame));
      } else if (warned.isNew(from)) {
        LOG.warn("too much from views to come; dropped from {}: {}", from, frame);
      }
      return;
    }
    if (frame.view() < epoch.number() || !epoch.has(from)) {
      return;
    }
    switch (frame) {
      case Frame.Step step -> deliver(epoch, from, step);
      case Frame.Held held -> {
        held.holdings().forEach(each -> compare(from, each));
        node.heard(from, held);
      }
      case Frame.Freed(_, var name, int unit, long fence) -> {
        epoch.census().freed(from, name, unit, fence);
        resources.find(name).ifPresent(Resource::wake);
      }
      case Frame.OfCopies(_, var name, var algorithm, var message) ->
          resources
              .withData(name, algorithm)
              .ifPresent(each -> each.receiveCopies(epoch, from, message));
      case Frame.Refused(_, var name, var algorithm) ->
          resources.find(name).ifPresent(each -> each.refuseAll(reason(each, from, algorithm)));
      case Frame.Freeze proposal -> node.forgetting().freeze(epoch, from, proposal);
      case Frame.Frozen answer -> node.forgetting().answered(epoch, from, answer);
      case Frame.Decided decision -> node.forgetting().decided(epoch, from, decision);
      case Frame.Inquiry inquiry -> node.inquiries().answer(from, inquiry);
      case Frame.Revoke order -> node.inquiries().answer(from, order);
      case Frame.Inventory(_, long number, _, _, _) -> node.inquiries().take(from, number, frame);
      case Frame.Revoked(_, long number, _, _, _) -> node.inquiries().take(from, number, frame);
    }
  }

  /** Compares the protocol of a lock that a member holds with the one that this node runs. */
  private void compare(Member from, Frame.Holding holding) {
    resources
        .find(holding.resource())
        .filter(each -> !each.algorithm().name().equals(holding.algorithm()))
        .ifPresent(
            each -> {
              if (warned.isNew(holding)) {
                LOG.warn(
                    "{} holds lock '{}' with the protocol '{}', which this node runs with '{}', so"
                        + " they are two locks: use the same kind of lock, or two names",
                    from,
                    each.name(),
                    holding.algorithm(),
                    each.algorithm().name());
              }
              each.refuse(reason(each, from, Optional.of(holding.algorithm())));
            });
  }

  private ProtocolMismatchException reason(
      Resource resource, Member from, Optional<String> running) {
    return resources.mismatch(resource.name(), resource.algorithm(), from, running);
  }

  /** Takes a protocol's step to its lock, or refuses it. */
  void deliver(Epoch during, Member from, Frame.Step step) {
    while (!isDelivered(during, from, step)) {
      // The name was forgotten since it was looked up.
    }
  }

  private boolean isDelivered(Epoch during, Member from, Frame.Step step) {
    var head = step.head();
    var resource = resources.heardOf(head.resource(), head.algorithm());
    if (resource.isEmpty()) {
      if (warned.isNew(new Unknown(from, head.algorithm()))) {
        LOG.warn(
            "{} runs the lock '{}' with the protocol '{}', which is not registered here: register it"
                + " in every node",
            from,
            head.resource(),
            head.algorithm());
      }
      refuse(from, head, Optional.empty());
    } else if (!resource.get().algorithm().name().equals(head.algorithm())) {
      refuse(from, head, Optional.of(resource.get().algorithm().name()));
    } else {
      return resource.get().receive(during, from, step);
    }
    return true;
  }

  private void refuse(Member from, Frame.Head head, Optional<String> run) {
    node.send(from, new Frame.Refused(head.view(), head.resource(), run));
  }
}
