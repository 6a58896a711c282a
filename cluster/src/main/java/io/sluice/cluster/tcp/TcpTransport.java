package io.sluice.cluster.tcp;

import io.sluice.cluster.Transport;
import io.sluice.cluster.membership.Incarnation;
import io.sluice.cluster.membership.Membership;
import io.sluice.cluster.membership.RejoiningTransport;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Nodes in several processes, over TCP.
 *
 * <p>JGroups finds the processes, carries the messages of the membership, and reports peers that it
 * can no longer reach. Its views are hints only: {@link Membership} decides which nodes are
 * members. Frames of locks go over connections of our own ({@link Connections}): the sending thread
 * writes them, and the thread that reads them from the socket takes the protocol's step.
 *
 * <p>A node that has lost its membership joins again under a new identity and from another socket.
 */
final class TcpTransport extends RejoiningTransport {

  private final TcpSettings settings;

  /** Reads the connections of all incarnations; opened with the first. */
  @SuppressWarnings("NullAway") // null until then
  private volatile SharedSelector selector;

  TcpTransport(TcpSettings settings) {
    super(settings.name(), settings.lease());
    this.settings = settings;
  }

  @Override
  protected Incarnation begin(
      Executor tasks, Listener receiver, Membership.Listener membershipListener) throws Exception {
    return new TcpIncarnation(settings, opened(), tasks, receiver, membershipListener);
  }

  @Override
  public boolean carriesBytes() {
    return true;
  }

  private SharedSelector opened() throws IOException {
    if (selector == null) {
      selector = new SharedSelector();
    }
    return selector;
  }

  /**
   * A platform thread reads connections while it waits; a virtual one would only hold a carrier.
   */
  @Override
  public void idle(BooleanSupplier over, long nanos) {
    SharedSelector opened = selector;
    if (opened != null && !Thread.currentThread().isVirtual()) {
      opened.attend(over, nanos);
    } else {
      Transport.park(this, nanos);
    }
  }

  @Override
  public void rouse(Thread thread) {
    LockSupport.unpark(thread);
    SharedSelector opened = selector;
    if (opened != null) {
      opened.rouse(thread);
    }
  }

  @Override
  public void close() {
    super.close();
    SharedSelector opened = selector;
    if (opened != null) {
      opened.close();
    }
  }
}
