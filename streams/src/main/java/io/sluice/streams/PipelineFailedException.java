package io.sluice.streams;

/** A function of an operator has thrown an exception, and so the pipeline has ended. */
public final class PipelineFailedException extends RuntimeException {

  private static final int LONGEST = 200;

  private final String operator;
  private final transient Object record;

  public PipelineFailedException(String pipeline, String operator, Object record, Throwable cause) {
    super(
        "pipeline '%s' failed: operator '%s' threw %s at record %s"
            .formatted(pipeline, operator, cause, shortened(record)),
        cause);
    this.operator = operator;
    this.record = record;
  }

  /** The operator that failed. */
  public String operator() {
    return operator;
  }

  /** The record at which it failed; empty text if it failed without one. */
  public Object record() {
    return record;
  }

  private static String shortened(Object record) {
    String text;
    try {
      text = String.valueOf(record);
    } catch (RuntimeException e) {
      text = record.getClass().getName();
    }
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
