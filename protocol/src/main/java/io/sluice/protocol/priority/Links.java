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
 */
public record Links(
    Stage stage,
    Optional<@Node Integer> parent,
    NodeSet children,
    Optional<@Node Integer> seeking) {

  /** How far a participant has come into the tree, and out of it. */
  public enum Stage {
    OUTSIDE,
    JOINING,
    MEMBER,
    /** It waits until it is nobody's parent. */
    LEAVING,
    /** It waits until nothing more will come from its parent. */
    GOING
  }

  /** No place in the tree. */
  static final Links NONE =
      new Links(Stage.OUTSIDE, Optional.empty(), NodeSet.EMPTY, Optional.empty());

  Links at(Stage other) {
    return new Links(other, parent, children, seeking);
  }

  Links under(int other) {
    return new Links(stage, Optional.of(other), children, Optional.empty());
  }

  Links atTheTop() {
    return new Links(stage, Optional.empty(), children, Optional.empty());
  }

  Links seeking(int other) {
    return new Links(stage, parent, children, Optional.of(other));
  }

  Links plus(int child) {
    return new Links(stage, parent, children.plus(child), seeking);
  }

  Links minus(int child) {
    return new Links(stage, parent, children.minus(child), seeking);
  }

  /** The same place, but nobody dead is a child or shall be the parent. */
  Links without(NodeSet dead) {
    return new Links(
        stage, parent, children.minus(dead), seeking.filter(other -> !dead.contains(other)));
  }

  boolean isParent(int other) {
    return parent.isPresent() && parent.get() == other;
  }

  boolean isSought(int other) {
    return seeking.isPresent() && seeking.get() == other;
  }
}
