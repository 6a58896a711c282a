package io.sluice.cli.command;

import io.sluice.cli.text.ProgressLine;
import io.sluice.cli.text.SearchText;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;

/** Runs a search with a progress line. */
final class SearchWithProgress {

  private SearchWithProgress() {}

  /** Searches the scope and clears the line afterwards. */
  static Result run(Scope<?, ?> scope, Effort effort, ProgressLine progress) {
    try (var line = progress) {
      return Explorer.search(
          scope,
          effort.reportingTo(
              (worlds, _, frontier, depth, seconds) ->
                  line.at(() -> SearchText.progress(worlds, frontier, depth, seconds))));
    }
  }
}
