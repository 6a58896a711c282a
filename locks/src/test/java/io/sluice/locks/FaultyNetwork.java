package io.sluice.locks;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Network;
import io.sluice.cluster.Transport;
import io.sluice.cluster.View;
import io.sluice.cluster.wire.FrameCodec;
import io.sluice.protocol.data.CopyMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * A network on which one fault at a time can be armed: it happens once, at the next moment of its
 * kind. A process that dies does so at once, as with kill -9, right before or after the message in
 * question.
 */
final class FaultyNetwork implements Network {

  /** What can happen, and when. */
  enum Fault {
    /** A writer dies inside, having written. */
    DIE_INSIDE,
    /** A writer dies in its commit, before another node is offered the copy. */
    DIE_BEFORE_COPY,
    /** A writer dies in its commit, when the copy is made and no node has the record. */
    DIE_BEFORE_RECORD,
    /** A writer dies in its commit, when one node has the record. */
    DIE_RECORDING,
    /** A writer dies when its commit has returned and it has not released the lock. */
    DIE_AFTER_COMMIT,
    /** A node dies while it fetches. */
    DIE_FETCHING,
    /** A node dies that has fetched the second copy and has not said so. */
    DIE_AS_BACKUP,
    /** A writer is stopped inside for longer than its lease, and commits then. */
    STOP_INSIDE,
    /** A connection breaks in the middle of the bytes. */
    CUT,
    /** A connection brings nothing any more. */
    STALL,
    /** A byte arrives changed. */
    FLIP,
    /** A connection stalls, and the view changes meanwhile. */
    STALL_IN_VIEW_CHANGE,
    /** A node departs while others want its data. */
    DEPART;

    boolean isDeath() {
      return name().startsWith("DIE");
    }
  }

  /** Answers of a chunk begin before this many bytes; so the fault is within the data. */
  private static final int BYTES_BEFORE = 2_000;

  private final Network network;
  private final AtomicReference<Optional<Fault>> armed = new AtomicReference<>(Optional.empty());

  private final LongAdder bytesFetched = new LongAdder();
  private final LongAdder bytesPushed = new LongAdder();
  private final LongAdder waitsHeard = new LongAdder();
  private final AtomicReference<Optional<Transport.Listener>> node =
      new AtomicReference<>(Optional.empty());

  FaultyNetwork(Network network) {
    this.network = network;
  }

  /** How many bytes of data this node has read from others. */
  long bytesRead() {
    return bytesFetched() + bytesPushed();
  }

  /** How many of them it has requested. */
  long bytesFetched() {
    return bytesFetched.sum();
  }

  /** How many of them others have sent unrequested; their own requests count, too. */
  long bytesPushed() {
    return bytesPushed.sum();
  }

  /** The node that is joined over it. */
  Transport.Listener node() {
    return node.get().orElseThrow();
  }

  /** How often another node has told this one that it waits. */
  long waitsHeard() {
    return waitsHeard.sum();
  }

  void arm(Optional<Fault> fault) {
    armed.set(fault);
  }

  /** Whether a fault is still to happen. */
  boolean isArmed() {
    return armed.get().isPresent();
  }

  /** Whether that fault is to happen now; it is said so, and happens once. */
  boolean happens(Fault fault) {
    var now = armed.get();
    boolean here = now.equals(Optional.of(fault)) && armed.compareAndSet(now, Optional.empty());
    if (here) {
      System.out.println("faulted " + fault);
      System.out.flush();
    }
    return here;
  }

  /** Dies now if that fault is armed. */
  void dieOf(Fault fault) {
    if (happens(fault)) {
      Runtime.getRuntime().halt(137);
    }
  }

  @Override
  public Transport transport(String cluster, String node, Duration lease) {
    return new Faulty(network.transport(cluster, node, lease));
  }

  private final class Faulty implements Transport {
    private final Transport inner;

    Faulty(Transport inner) {
      this.inner = inner;
    }

    @Override
    public void start(Listener listener) {
      node.set(Optional.of(listener));
      inner.start(new FaultyListener(listener));
    }

    @Override
    public void send(Member to, Frame frame) {
      if (frame instanceof Frame.OfCopies(_, _, _, var message)) {
        switch (message) {
          case CopyMessage.Offer _ -> dieOf(Fault.DIE_BEFORE_COPY);
          case CopyMessage.Kept _ -> dieOf(Fault.DIE_AS_BACKUP);
          case CopyMessage.Known _ -> dieOf(Fault.DIE_BEFORE_RECORD);
          default -> {}
        }
        inner.send(to, frame);
        if (message instanceof CopyMessage.Known) {
          dieOf(Fault.DIE_RECORDING);
        }
      } else {
        inner.send(to, frame);
      }
    }

    @Override
    public ByteChannel read(Member from, String resource) throws IOException {
      return new FaultyChannel(inner.read(from, resource), bytesFetched);
    }

    @Override
    public long leaseUntil() {
      return inner.leaseUntil();
    }

    @Override
    public void idle(BooleanSupplier over, long nanos) {
      inner.idle(over, nanos);
    }

    @Override
    public void rouse(Thread thread) {
      inner.rouse(thread);
    }

    @Override
    public boolean carriesBytes() {
      return inner.carriesBytes();
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  /** Hears what the node does; bytes that others push are subject to faults, too. */
  private final class FaultyListener implements Transport.Listener {
    private final Transport.Listener inner;

    FaultyListener(Transport.Listener inner) {
      this.inner = inner;
    }

    @Override
    public FrameCodec codec() {
      return inner.codec();
    }

    @Override
    public void onView(View view, Member self) {
      inner.onView(view, self);
    }

    @Override
    public void onFrame(Member from, Frame frame) {
      inner.onFrame(from, frame);
      if (frame instanceof Frame.OfCopies(_, _, _, CopyMessage.Waits _)) {
        waitsHeard.increment();
      }
    }

    @Override
    public void onBytes(Member from, String resource, ByteChannel channel) throws IOException {
      inner.onBytes(from, resource, new FaultyChannel(channel, bytesPushed));
    }

    @Override
    public Optional<Object> sealed(String resource, long version) {
      return inner.sealed(resource, version);
    }

    @Override
    public void onLost(String why) {
      inner.onLost(why);
    }
  }

  private final class FaultyChannel implements ByteChannel {
    private final ByteChannel inner;
    private final LongAdder bytesRead;
    private final CountDownLatch closed = new CountDownLatch(1);
    private long count;

    FaultyChannel(ByteChannel inner, LongAdder bytesRead) {
      this.inner = inner;
      this.bytesRead = bytesRead;
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
      int begin = bytes.position();
      int got = inner.read(bytes);
      count += Math.max(0, got);
      bytesRead.add(Math.max(0, got));
      if (got > 0 && count > BYTES_BEFORE) {
        fault(bytes, begin);
      }
      return got;
    }

    private void fault(ByteBuffer bytes, int begin) throws IOException {
      dieOf(Fault.DIE_FETCHING);
      if (happens(Fault.CUT)) {
        inner.close();
        throw new IOException("cut");
      }
      if (happens(Fault.STALL) || happens(Fault.STALL_IN_VIEW_CHANGE)) {
        try {
          closed.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        throw new IOException("stalled");
      }
      if (happens(Fault.FLIP)) {
        bytes.put(begin, (byte) (bytes.get(begin) ^ 1));
      }
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      return inner.write(bytes);
    }

    @Override
    public boolean isOpen() {
      return inner.isOpen();
    }

    @Override
    public void close() throws IOException {
      closed.countDown();
      inner.close();
    }
  }
}
