package io.sluice.lab.advise;

import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.TreePlan;

/** Something that can be recommended: four models and a tree. */
public record Choice(Models models, TreePlan plan) {

  Configuration configuration() {
    return Configuration.of(models).on(plan.tree());
  }

  /** In how many things it differs from another: in each model, and in the tree. */
  int differences(Choice other) {
    return (models.priority() == other.models.priority() ? 0 : 1)
        + (models.request() == other.models.request() ? 0 : 1)
        + (models.reply() == other.models.reply() ? 0 : 1)
        + (models.release() == other.models.release() ? 0 : 1)
        + (plan.equals(other.plan) ? 0 : 1);
  }

  /** Such as {@code FRUU on a binary tree}. */
  public String words() {
    return models.letters() + " on a " + treeWords();
  }

  /** Such as {@code binary tree} or {@code star}. */
  String treeWords() {
    return isStar() ? "star" : plan.tree().words() + " tree";
  }

  /** Whether everybody is the root's child. */
  private boolean isStar() {
    return plan.arity() >= plan.order().size() - 1;
  }
}
