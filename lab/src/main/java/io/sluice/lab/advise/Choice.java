package io.sluice.lab.advise;

import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.TreePlan;

/** A configuration of PADME's four models, and a tree. */
public record Choice(Models models, TreePlan plan) {

  Configuration configuration() {
    return Configuration.of(models).on(plan.tree());
  }

  /** In how many parts it differs from another choice: the four models and the tree. */
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

  /** Whether all participants are children of the root. */
  private boolean isStar() {
    return plan.arity() >= plan.order().size() - 1;
  }
}
