package io.sluice.lab.report.page;

import java.util.List;
import java.util.Objects;

/** Comparisons under one heading, such as a figure or table of the paper. */
public record ComparisonTable(String caption, List<Comparison> rows) {
  public ComparisonTable {
    Objects.requireNonNull(caption);
    rows = List.copyOf(rows);
  }
}
