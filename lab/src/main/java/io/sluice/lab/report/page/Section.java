package io.sluice.lab.report.page;

import io.sluice.lab.report.svg.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One experiment in the report.
 *
 * @param name the experiment's name on the command line; also the link to the section
 * @param paper what the paper did, in our words; empty if no paper did this
 * @param about what is measured, where no paper did it; may be empty
 * @param notes sentences for the end: choices, limits, surprises
 */
public record Section(
    String name,
    String title,
    String paper,
    String about,
    List<Parameter> parameters,
    List<Figure> figures,
    List<ComparisonTable> comparisons,
    List<Table> tables,
    List<String> notes) {

  public Section {
    Names.requireFileSafe(name);
    Objects.requireNonNull(title);
    Objects.requireNonNull(paper);
    Objects.requireNonNull(about);
    parameters = List.copyOf(parameters);
    figures = List.copyOf(figures);
    comparisons = List.copyOf(comparisons);
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
  }

  public static Builder named(String name, String title) {
    return new Builder(name, title);
  }

  /** Collects the parts of a section in any order. */
  public static final class Builder {
    private final String name;
    private final String title;
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<ComparisonTable> comparisons = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String paper = "";
    private String about = "";

    private Builder(String name, String title) {
      this.name = name;
      this.title = title;
    }

    public Builder paper(String text) {
      paper = text;
      return this;
    }

    public Builder about(String text) {
      about = text;
      return this;
    }

    public Builder parameter(String parameter, String value) {
      parameters.add(Parameter.of(parameter, value));
      return this;
    }

    /** A parameter with where it comes from. */
    public Builder parameter(String parameter, String value, String source) {
      parameters.add(new Parameter(parameter, value, source));
      return this;
    }

    public Builder figure(Figure figure) {
      figures.add(figure);
      return this;
    }

    /** Compares with what the paper prints. */
    public Builder compare(String caption, Comparison... rows) {
      comparisons.add(new ComparisonTable(caption, ComparisonTable.PRINTED, List.of(rows)));
      return this;
    }

    /** Compares with a formula or a bound that no paper prints as a result. */
    public Builder expect(String caption, Comparison... rows) {
      comparisons.add(new ComparisonTable(caption, ComparisonTable.EXPECTED, List.of(rows)));
      return this;
    }

    public Builder table(Table table) {
      tables.add(table);
      return this;
    }

    public Builder note(String sentence) {
      notes.add(sentence);
      return this;
    }

    public Section build() {
      return new Section(
          name, title, paper, about, parameters, figures, comparisons, tables, notes);
    }
  }
}
