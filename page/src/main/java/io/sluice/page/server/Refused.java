package io.sluice.page.server;

/** A request that is refused; the message says why and what to do. */
public final class Refused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;

  public Refused(int status, String message) {
    super(message);
    this.status = status;
  }

  int status() {
    return status;
  }
}
