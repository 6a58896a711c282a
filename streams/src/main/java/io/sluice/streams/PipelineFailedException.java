package io.sluice.streams;

import java.util.Optional;

/** A function of an operator has thrown an exception, and so the pipeline has ended. */
public final class PipelineFailedException extends RuntimeException {

  private static final int LONGEST = 200;

  private final String operator;
  private final transient Optional<Object> record;

  private PipelineFailedException(
      String pipeline, String operator, Optional<Object> record, String when, Throwable cause) {
    super(
        "pipeline '%s' failed in operator '%s'%s: %s"
            .formatted(pipeline, operator, when, inOneLine(cause)),
        cause);
    this.operator = operator;
    this.record = record;
  }

  /** The operator's function threw something at a record. */
  public static PipelineFailedException at(
      Object record, String pipeline, String operator, Throwable cause) {
    return new PipelineFailedException(
        pipeline, operator, Optional.of(record), " at record " + shortened(record), cause);
  }

  /**
   * Something was thrown without a record.
   *
   * @param doing what was being done, such as {@code while reading}; may be empty
   */
  public static PipelineFailedException without(
      String doing, String pipeline, String operator, Throwable cause) {
    return new PipelineFailedException(
        pipeline, operator, Optional.empty(), doing.isEmpty() ? "" : " " + doing, cause);
  }

  /** The operator that failed. */
  public String operator() {
    return operator;
  }

  /** The record at which it failed, or the key of the timer; empty if it failed without one. */
  public Optional<Object> record() {
    return record;
  }

  private static String shortened(Object record) {
    var text = inOneLine(record);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }

  private static String inOneLine(Object object) {
    try {
      return String.valueOf(object).strip().replaceAll("\\s*\\R\\s*", " ");
    } catch (RuntimeException e) {
      return object.getClass().getName(); // It cannot say what it is.
    }
  }
}
