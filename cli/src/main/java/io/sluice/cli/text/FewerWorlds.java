package io.sluice.cli.text;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import java.util.ArrayList;
import java.util.List;

/** What helps when a search has not come to an end. */
public final class FewerWorlds {

  private FewerWorlds() {}

  /** The options that would make the same question a smaller one. */
  public static List<String> options(Scope<?, ?> scope, Effort effort) {
    var options = new ArrayList<String>();
    var alike = scope.algorithm().interchangeable().apply(scope.layout());
    if (!scope.symmetry()
        && alike.stream().anyMatch(set -> set.size() > 1)
        && isAllowed(scope::withSymmetry)) {
      options.add("--symmetry");
    }
    if (!effort.reduced() && isAllowed(() -> Explorer.check(scope, effort.reducing()))) {
      options.add("--reduced");
    }
    return options;
  }

  private static boolean isAllowed(Runnable question) {
    try {
      question.run();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
