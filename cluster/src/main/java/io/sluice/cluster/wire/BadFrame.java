package io.sluice.cluster.wire;

/** Bytes that are no frame of ours: cut short, too long, of another version, or made up. */
public final class BadFrame extends RuntimeException {

  public BadFrame(String message) {
    super(message);
  }

  public BadFrame(String message, Throwable cause) {
    super(message, cause);
  }
}
