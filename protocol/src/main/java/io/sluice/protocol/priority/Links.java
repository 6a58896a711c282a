package io.sluice.protocol.priority;

import io.sluice.protocol.Node;
import io.sluice.protocol.NodeSet;
import java.util.Optional;

/**
 * A participant's place in the tree.
 *
 * @param parent in which direction the root is; nobody for the root itself, and outside the tree
 * @param children those who said that this is their parent
 * @param seeking whom it has asked to be its next parent
 * @param parting the former parents from whom something may still come
 */
public record Links(
    Stage stage,
    Optional<@Node Integer> parent,
    NodeSet children,
    Optional<@Node Integer> seeking,
    NodeSet parting) {

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
  static final Links NONE = new Links(Stage.OUTSIDE, Optional.empty(), NodeSet.EMPTY);

  /** A place at rest. */
  Links(Stage stage, Optional<@Node Integer> parent, NodeSet children) {
    this(stage, parent, children, Optional.empty(), NodeSet.EMPTY);
  }

  Links at(Stage other) {
    return new Links(other, parent, children, seeking, parting);
  }

  Links under(int other) {
    return new Links(stage, Optional.of(other), children, Optional.empty(), parting);
  }

  Links atTheTop() {
    return new Links(stage, Optional.empty(), children, Optional.empty(), parting);
  }

  Links seeking(int other) {
    return new Links(stage, parent, children, Optional.of(other), parting);
  }

  Links plus(int child) {
    return new Links(stage, parent, children.plus(child), seeking, parting);
  }

  Links minus(int child) {
    return new Links(stage, parent, children.minus(child), seeking, parting);
  }

  Links partingFrom(NodeSet former) {
    return new Links(stage, parent, children, seeking, former);
  }

  /** The same place, but nobody dead is a child, shall be the parent, or was. */
  Links without(NodeSet dead) {
    return new Links(
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
