package io.sluice.cluster.runtime;

import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Request.State;

/**
 * Is told what happens in a node, for metrics. It is called within the steps of the node: it must
 * neither wait nor throw.
 */
public interface Observer {

  /** Ignores everything, at no cost. */
  Observer NONE = new Observer() {};

  /** A request has been made, and waits. */
  default void asked(Request request) {}

  /** A lock has been taken away from a request, on demand of a member. */
  default void revoked(Request request) {}

  /** A request has held its lock for longer than its holder expected. */
  default void stuck(Request request) {}

  /**
   * A request is no longer what it was.
   *
   * @param before what it was
   * @param nanos for how long it was that
   */
  default void changed(Request request, State before, long nanos) {}

  /** A message of the lock's protocol has been sent to another node. */
  default void sent(String lock, String algorithm) {}

  /** A lock of others is no longer known here. */
  default void forgotten(String lock) {}

  /** A view has come; one without members when the node is none any more. */
  default void viewed(View view) {}
}
