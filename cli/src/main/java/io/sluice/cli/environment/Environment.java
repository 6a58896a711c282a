package io.sluice.cli.environment;

/**
 * What a command finds around it when it runs: the terminal it writes to, and the interrupt that
 * asks it to stop. A test passes its own.
 */
public record Environment(Terminal terminal, Interrupt interrupt) {

  /** No terminal, and never interrupted. */
  public static Environment none() {
    return new Environment(Terminal.NONE, new Interrupt());
  }
}
