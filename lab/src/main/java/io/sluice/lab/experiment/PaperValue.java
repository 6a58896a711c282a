package io.sluice.lab.experiment;

import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Measure;

/**
 * A number that a paper prints.
 *
 * @param why a sentence that explains the difference, shown only if ours differs
 */
public record PaperValue(String quantity, Measure value, String why) {

  public static PaperValue of(String quantity, double value, String why) {
    return new PaperValue(quantity, Measure.of(value), why);
  }

  public Comparison beside(double ours) {
    return beside(Measure.of(ours));
  }

  public Comparison beside(Measure ours) {
    var bare = new Comparison(quantity, value, ours, "");
    return bare.differs() ? new Comparison(quantity, value, ours, why) : bare;
  }
}
