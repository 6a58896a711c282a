package io.sluice.lab.advise;

import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.TreePlan;

/** Something that can be recommended: four models and a tree. */
public record Choice(Models models, TreePlan plan) {

  Configuration configuration() {
    return Configuration.of(models).on(plan.tree());
  }

  /** Such as {@code FRUU on a binary tree}. */
  public String words() {
    return models.letters() + " on a " + treeWords() + " tree";
  }

  /** Such as {@code binary} or {@code 3-ary}. */
  public String treeWords() {
    return plan.arity() >= plan.order().size() - 1 && plan.arity() > 2
        ? "star"
        : plan.tree().words();
  }
}
