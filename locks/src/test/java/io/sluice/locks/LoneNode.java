package io.sluice.locks;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.View;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The transport of a cluster with one node, which loses its membership when a test wants it. */
final class LoneNode implements Transport {

  private final Queue<Listener> listeners = new ConcurrentLinkedQueue<>();
  private long views;
  private volatile boolean expired;

  @Override
  public void start(Listener listener) {
    listeners.add(listener);
    appear(listener);
  }

  private void appear(Listener listener) {
    var self = new Member(0, ++views, "self");
    listener.onView(new View(views, View.fenceAfter(0, views), List.of(self)), self);
  }

  /** The node loses its membership, and joins again. */
  void cutOff() {
    lose();
    rejoin();
  }

  synchronized void lose() {
    listeners.forEach(each -> each.onLost("cut off"));
  }

  synchronized void rejoin() {
    listeners.forEach(this::appear);
  }

  /** The lease runs out, and the node has not noticed yet. */
  void expire() {
    expired = true;
  }

  @Override
  public void send(Member to, Frame frame) {}

  @Override
  public long leaseUntil() {
    return expired ? System.nanoTime() - 1 : FOREVER;
  }

  @Override
  public void close() {}
}
