package io.sluice.protocol.priority;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import java.util.Optional;

/**
 * A participant's place in the tree.
 *
 * @param parent in which direction the root is; nobody for the root itself, and outside the tree
 * @param children those who said that this is their parent
 * @param seeking whom it has asked to be its next parent
 * @param parting the former parents from whom something may still come
 */
public record TreeLinks(
    Stage stage,
    Optional<@ProcessId Integer> parent,
    ProcessSet children,
    Optional<@ProcessId Integer> seeking,
    ProcessSet parting) {

  /** How far a participant has come into the tree, and out of it. */
  public enum Stage {
    OUTSIDE,
    JOINING,
    MEMBER,
    /** It waits until it is nobody's parent. */
    LEAVING,
    /** It waits until nothing more will come from its parents, former ones included. */
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

  /** The same place, but nobody dead is a child, shall be the parent, or was. */
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
