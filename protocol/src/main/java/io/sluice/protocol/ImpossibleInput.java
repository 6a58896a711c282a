package io.sluice.protocol;

/**
 * Thrown by a protocol for an input that cannot arise in its state, such as a reply to a request
 * that was never made.
 *
 * <p>It means that the protocol, or the environment that runs it, has a defect: a message was lost,
 * duplicated or forged where the protocol relies on it not being so, or the protocol itself is
 * wrong. The process must not take another step. The explorer reports a violation, the simulator a
 * failed run, and a live node ends its membership; they treat any other {@link RuntimeException} of
 * a protocol in the same way.
 */
public final class ImpossibleInput extends IllegalStateException {

  private static final long serialVersionUID = 1;

  /**
   * @param process the number of the process that was given the input
   * @param input the input, or the part of it that cannot be
   * @param why what the input contradicts, as the end of the sentence "process 1 cannot take ...:"
   */
  public ImpossibleInput(@ProcessId int process, Object input, String why) {
    super(message(process, input, why));
  }

  /**
   * @param cause what the protocol threw when it was given the input
   */
  public ImpossibleInput(@ProcessId int process, Object input, Throwable cause) {
    super(message(process, input, cause.toString()), cause);
  }

  /** What a protocol threw in a step, as an exception that names process and input. */
  public static ImpossibleInput of(@ProcessId int process, Object input, Throwable thrown) {
    return thrown instanceof ImpossibleInput named
        ? named
        : new ImpossibleInput(process, input, thrown);
  }

  private static String message(int process, Object input, String why) {
    return "process " + process + " cannot take " + input + ": " + why;
  }
}
