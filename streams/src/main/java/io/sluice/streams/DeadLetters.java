package io.sluice.streams;

/** Takes the records at which an operator has failed. Several threads may call it at once. */
@FunctionalInterface
public interface DeadLetters {

  /**
   * @param operator the name of the operator
   * @param record the record; for a timer, its key
   * @param cause what the function threw
   */
  void take(String operator, Object record, Exception cause);
}
