package io.sluice.protocol.data;

import java.util.List;

/**
 * The handle through which an application uses a piece of data, with the nine calls of Hernane and
 * Gustedt (2016), section 5: what each call means in each state.
 *
 * <p>No call is an error (5.5). One that does not fit the state is ignored; a request gives up
 * whatever was requested or held, and goes to the end of the queue; destroy is legal in any state.
 * Where the text is silent: acquire without a request is ignored, and so is a release of what is
 * only requested; what a writer had written when its turn was given up is discarded.
 *
 * <pre>
 *            create   request        granted  acquire of     release of  destroy
 *                                             the same mode  the same
 * INVALID    VALID    -              -        -              -           -
 * VALID      -        REQUESTED      -        -              -           INVALID
 * REQUESTED  -        REQUESTED (1)  GRANTED  BLOCKED        -           INVALID (1)
 * GRANTED    -        REQUESTED (1)  -        LOCKED         -           INVALID (1)
 * BLOCKED    -        REQUESTED (1)  LOCKED   -              -           INVALID (1)
 * LOCKED     -        REQUESTED (1)  -        -              VALID       INVALID (1)
 *
 * (1) after giving up what was requested or held;  - ignored
 * </pre>
 */
public final class Handle {

  /** How the data is to be used. */
  public enum Mode {
    /** Concurrent read. */
    READ,
    /** Exclusive write. */
    WRITE
  }

  /** What an application can call. */
  public enum Call {
    CREATE,
    CR_REQUEST,
    EW_REQUEST,
    TEST,
    CR_ACQUIRE,
    EW_ACQUIRE,
    CR_RELEASE,
    EW_RELEASE,
    DESTROY
  }

  /** Where a handle is. */
  public enum Phase {
    /** Not linked to any data. */
    INVALID,
    /** Linked, and nothing is requested. */
    VALID,
    /** Waits for lock or data, while the application goes on. */
    REQUESTED,
    /** Lock and data are here; the application has not acquired them yet. */
    GRANTED,
    /** Waits for lock or data, and so does the application. */
    BLOCKED,
    /** The application uses the data. */
    LOCKED
  }

  /**
   * The state of a handle.
   *
   * @param mode what was requested; READ where nothing is
   */
  public record State(Phase phase, Mode mode) {

    /** A handle before its creation. */
    public static final State FIRST = new State(Phase.INVALID, Mode.READ);

    static State of(Phase phase) {
      return new State(phase, Mode.READ);
    }
  }

  /** What the environment of the handle has to do after a call. */
  public enum Action {
    /** Withdraw the request, or release the lock and discard what was written. */
    GIVE_UP,
    /** Request the data for reading. */
    REQUEST_READ,
    /** Request the data for writing. */
    REQUEST_WRITE,
    /** Map the data: the application uses it from now on. */
    MAP,
    /** Release the lock, and commit first what a writer wrote. */
    FINISH
  }

  /** The next state, and what is to be done, in this order. */
  public record Step(State next, List<Action> actions) {
    static Step ignored(State state) {
      return new Step(state, List.of());
    }
  }

  private Handle() {}

  /** A call of the application. */
  public static Step on(State s, Call call) {
    return switch (call) {
      case CREATE ->
          s.phase == Phase.INVALID ? new Step(State.of(Phase.VALID), List.of()) : Step.ignored(s);
      case TEST -> Step.ignored(s);
      case CR_REQUEST -> request(s, Mode.READ, Action.REQUEST_READ);
      case EW_REQUEST -> request(s, Mode.WRITE, Action.REQUEST_WRITE);
      case CR_ACQUIRE -> acquire(s, Mode.READ);
      case EW_ACQUIRE -> acquire(s, Mode.WRITE);
      case CR_RELEASE -> release(s, Mode.READ);
      case EW_RELEASE -> release(s, Mode.WRITE);
      case DESTROY -> new Step(State.FIRST, isEngaged(s) ? List.of(Action.GIVE_UP) : List.of());
    };
  }

  /** Lock and data are here. */
  public static Step granted(State s) {
    return switch (s.phase) {
      case REQUESTED -> new Step(new State(Phase.GRANTED, s.mode), List.of());
      case BLOCKED -> new Step(new State(Phase.LOCKED, s.mode), List.of(Action.MAP));
      case INVALID, VALID, GRANTED, LOCKED -> Step.ignored(s);
    };
  }

  private static boolean isEngaged(State s) {
    return s.phase != Phase.INVALID && s.phase != Phase.VALID;
  }

  private static Step request(State s, Mode mode, Action request) {
    if (s.phase == Phase.INVALID) {
      return Step.ignored(s);
    }
    var next = new State(Phase.REQUESTED, mode);
    return isEngaged(s)
        ? new Step(next, List.of(Action.GIVE_UP, request))
        : new Step(next, List.of(request));
  }

  private static Step acquire(State s, Mode mode) {
    if (s.mode != mode) {
      return Step.ignored(s);
    }
    return switch (s.phase) {
      case REQUESTED -> new Step(new State(Phase.BLOCKED, mode), List.of());
      case GRANTED -> new Step(new State(Phase.LOCKED, mode), List.of(Action.MAP));
      case INVALID, VALID, BLOCKED, LOCKED -> Step.ignored(s);
    };
  }

  private static Step release(State s, Mode mode) {
    return s.phase == Phase.LOCKED && s.mode == mode
        ? new Step(State.of(Phase.VALID), List.of(Action.FINISH))
        : Step.ignored(s);
  }
}
