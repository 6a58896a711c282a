package io.sluice.lab.report.spacetime;

import io.sluice.lab.report.spacetime.SpaceTime.State;

/** The characters of a space-time diagram on a terminal. */
record TextSymbols(
    char idle,
    char waiting,
    char inside,
    char crashed,
    char acts,
    char dash,
    char crossing,
    char leavesRight,
    char leavesLeft,
    char headRight,
    char headLeft,
    char lost,
    String sends) {

  static final TextSymbols UNICODE =
      new TextSymbols('│', '║', '█', ' ', '●', '─', '┼', '├', '┤', '▶', '◀', '╳', "→");

  static final TextSymbols ASCII =
      new TextSymbols('|', ':', '#', ' ', '*', '-', '+', '|', '|', '>', '<', 'x', "->");

  char of(State state) {
    return switch (state) {
      case IDLE -> idle;
      case WAITING -> waiting;
      case INSIDE -> inside;
      case CRASHED -> crashed;
    };
  }
}
