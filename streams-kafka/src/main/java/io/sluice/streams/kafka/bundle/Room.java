package io.sluice.streams.kafka.bundle;

import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of what this worker has sent to each slot has not been processed yet, by the offsets
 * that the slot's bundle has committed. A slot whose receivers have no room does not read; so what
 * a slow operator cannot take stays in the application's own topic.
 */
public final class Room {

  /** As many bytes wait for one slot, from one worker, and what one step makes. */
  public static final long MOST_BYTES = 4L << 20;

  private record Sent(long offset, int bytes) {}

  private static final class Receiver {
    final Deque<Sent> sent = new ConcurrentLinkedDeque<>();
    final AtomicLong bytes = new AtomicLong();
  }

  private final Map<Integer, Receiver> receivers = new ConcurrentHashMap<>();

  /** Something is being sent to a slot. */
  void sending(int slot, int bytes) {
    receiver(slot).bytes.addAndGet(bytes);
  }

  /** It is in the slot's partition now, at this offset. */
  void sent(int slot, long offset, int bytes) {
    receiver(slot).sent.add(new Sent(offset, bytes));
  }

  /** It will never be. */
  void failed(int slot, int bytes) {
    receiver(slot).bytes.addAndGet(-bytes);
  }

  private Receiver receiver(int slot) {
    return receivers.computeIfAbsent(slot, _ -> new Receiver());
  }

  /** Everything before this offset has been processed. */
  public void processed(int slot, long offset) {
    var receiver = receivers.get(slot);
    if (receiver == null) {
      return;
    }
    for (var first = receiver.sent.peek();
        first != null && first.offset() < offset;
        first = receiver.sent.peek()) {
      receiver.sent.remove(first);
      receiver.bytes.addAndGet(-first.bytes());
    }
  }

  /** Whether a slot can take more. */
  boolean isAt(int slot) {
    var receiver = receivers.get(slot);
    return receiver == null || receiver.bytes.get() < MOST_BYTES;
  }

  /** Whether it should be found out soon how much has been processed. */
  public boolean isTight() {
    return receivers.values().stream().anyMatch(each -> each.bytes.get() >= MOST_BYTES / 4);
  }
}
