package io.sluice.lab.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A plain table: the first column names the rows, the others hold values. For what a paper prints
 * beside what we measured there is {@link ComparisonTable}.
 */
public record Table(String caption, List<String> columns, List<List<String>> rows) {
  public Table {
    Objects.requireNonNull(caption);
    columns = List.copyOf(columns);
    int width = columns.size();
    rows = rows.stream().map(List::copyOf).toList();
    if (rows.stream().anyMatch(row -> row.size() != width)) {
      throw new IllegalArgumentException(
          "a row of \"%s\" is not %d wide".formatted(caption, width));
    }
  }

  public static Builder named(String caption, String... columns) {
    return new Builder(caption, List.of(columns));
  }

  /** Collects the rows of a table. */
  public static final class Builder {
    private final String caption;
    private final List<String> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private Builder(String caption, List<String> columns) {
      this.caption = caption;
      this.columns = columns;
    }

    public Builder row(String name, List<Measure> values) {
      var row = new ArrayList<String>();
      row.add(name);
      values.forEach(value -> row.add(value.text()));
      rows.add(row);
      return this;
    }

    public Table build() {
      return new Table(caption, columns, rows);
    }
  }
}
