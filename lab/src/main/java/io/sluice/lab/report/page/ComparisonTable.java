package io.sluice.lab.report.page;

import java.util.List;
import java.util.Objects;

/**
 * Comparisons under one heading, such as a figure or table of the paper.
 *
 * @param reference what ours is compared with: "Printed" or "Expected"
 */
public record ComparisonTable(String caption, String reference, List<Comparison> rows) {

  static final String PRINTED = "Printed";
  static final String EXPECTED = "Expected";

  public ComparisonTable {
    Objects.requireNonNull(caption);
    Objects.requireNonNull(reference);
    rows = List.copyOf(rows);
  }
}
