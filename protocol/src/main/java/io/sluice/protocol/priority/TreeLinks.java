package io.sluice.protocol.priority;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import java.util.Optional;

/**
 * A participant's place in the tree.
 *
 * @param parent in which direction the root is; empty for the root itself, and outside the tree
 * @param children the participants that have attached to this one
 * @param seeking the participant that it has asked to be its next parent
 * @param parting the former parents from which messages may still arrive
 */
public record TreeLinks(
    Stage stage,
    Optional<@ProcessId Integer> parent,
    ProcessSet children,
    Optional<@ProcessId Integer> seeking,
    ProcessSet parting) {

  /** How far a participant has joined the tree, or departed from it. */
  public enum Stage {
    OUTSIDE,
    JOINING,
    MEMBER,
    /** It waits until it has no children. */
    DEPARTING,
    /** It waits until nothing more will arrive from its parents, former ones included. */
    GOING
  }

  /** No place in the tree. */
  static final TreeLinks NONE = new TreeLinks(Stage.OUTSIDE, Optional.empty(), ProcessSet.EMPTY);

  /** A place at rest. */
  TreeLinks(Stage stage, Optional<@ProcessId Integer> parent, ProcessSet children) {
    this(stage, parent, children, Optional.empty(), ProcessSet.EMPTY);
  }

  TreeLinks at(Stage other) {
    return new TreeLinks(other, parent, children, seeking, parting);
  }

  TreeLinks under(int other) {
    return new TreeLinks(stage, Optional.of(other), children, Optional.empty(), parting);
  }

  TreeLinks atTheTop() {
    return new TreeLinks(stage, Optional.empty(), children, Optional.empty(), parting);
  }

  TreeLinks seeking(int other) {
    return new TreeLinks(stage, parent, children, Optional.of(other), parting);
  }

  TreeLinks plus(int child) {
    return new TreeLinks(stage, parent, children.plus(child), seeking, parting);
  }

  TreeLinks minus(int child) {
    return new TreeLinks(stage, parent, children.minus(child), seeking, parting);
  }

  TreeLinks partingFrom(ProcessSet former) {
    return new TreeLinks(stage, parent, children, seeking, former);
  }

  /** The same place, but no crashed process is a child, the parent to be, or a former parent. */
  TreeLinks without(ProcessSet dead) {
    return new TreeLinks(
        stage,
        parent,
        children.minus(dead),
        seeking.filter(other -> !dead.contains(other)),
        parting.minus(dead));
  }

  boolean isParent(int other) {
    return parent.isPresent() && parent.get() == other;
  }

  boolean isSought(int other) {
    return seeking.isPresent() && seeking.get() == other;
  }
}
