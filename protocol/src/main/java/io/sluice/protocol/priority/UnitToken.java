package io.sluice.protocol.priority;

import io.sluice.protocol.Token;

/** The token of one of the equal resources. */
public record UnitToken(int unit, Token token) {

  /** The token as it goes in once more. */
  UnitToken used() {
    return new UnitToken(unit, token.used());
  }
}
