package io.sluice.streams.kafka.format;

/** Bytes that cannot be read back. */
public final class UnreadableException extends RuntimeException {

  public UnreadableException(String message) {
    super(message);
  }

  public UnreadableException(String message, Throwable cause) {
    super(message, cause);
  }
}
