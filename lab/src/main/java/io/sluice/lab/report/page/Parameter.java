package io.sluice.lab.report.page;

import java.util.Objects;

/**
 * A setting of an experiment.
 *
 * @param source where it comes from: the paper, or our choice; may be empty
 */
public record Parameter(String name, String value, String source) {
  public Parameter {
    Objects.requireNonNull(name);
    Objects.requireNonNull(value);
    Objects.requireNonNull(source);
  }

  public static Parameter of(String name, String value) {
    return new Parameter(name, value, "");
  }
}
