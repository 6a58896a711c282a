package io.sluice.cluster.runtime;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Another transport, which keeps some frames until it is told to send them. */
final class GatedTransport implements Transport {

  /** A frame that is not sent yet. */
  record Kept(Member to, Frame frame) {}

  private final Transport transport;
  private final List<Kept> kept = new ArrayList<>();
  private final List<Frame> sent = new ArrayList<>();
  private Predicate<Frame> closed = _ -> false;

  GatedTransport(Transport transport) {
    this.transport = transport;
  }

  /** From now on keeps such frames, and all that follow one to the same member. */
  synchronized void close(Predicate<Frame> to) {
    closed = to;
  }

  /** Sends what was kept. */
  void open() {
    List<Kept> due;
    synchronized (this) {
      closed = _ -> false;
      due = List.copyOf(kept);
      kept.clear();
    }
    due.forEach(each -> transport.send(each.to(), each.frame()));
  }

  synchronized int kept() {
    return kept.size();
  }

  /** All frames so far, but for those kept. */
  synchronized List<Frame> sent() {
    return List.copyOf(sent);
  }

  void sendAnyway(Member to, Frame frame) {
    transport.send(to, frame);
  }

  @Override
  public void start(Listener listener) {
    transport.start(listener);
  }

  @Override
  public void send(Member to, Frame frame) {
    synchronized (this) {
      if (closed.test(frame) || kept.stream().anyMatch(each -> each.to().equals(to))) {
        kept.add(new Kept(to, frame));
        return;
      }
      sent.add(frame);
    }
    transport.send(to, frame);
  }

  @Override
  public long leaseUntil() {
    return transport.leaseUntil();
  }

  @Override
  public void close() {
    transport.close();
  }
}
