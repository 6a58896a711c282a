package io.sluice.kafka;

/** No broker answers, or not as it should. The message says what to do. */
public final class BrokerUnavailable extends RuntimeException {

  BrokerUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
