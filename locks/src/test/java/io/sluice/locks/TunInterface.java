package io.sluice.locks;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A network interface of Linux whose cable ends in this process: what is sent through it can be
 * read here, and what is written here arrives at it. Packets begin with the IP header.
 */
@SuppressWarnings("restricted") // The system is called directly; there is no other way in Java.
final class TunInterface implements AutoCloseable {

  private static final int MOST_BYTES = 1 << 16;

  private static final int READ_AND_WRITE = 2;
  private static final long SET_INTERFACE = 0x400454caL;
  private static final short PLAIN_IP = 0x1001;
  private static final short READABLE = 1;
  private static final int NAME_BYTES = 16;
  private static final int REQUEST_BYTES = 40;

  private static final MethodHandle OPEN = system("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle IOCTL =
      system("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle POLL =
      system("poll", 3, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle READ =
      system("read", 3, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle WRITE =
      system("write", 3, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle CLOSE = system("close", 1, JAVA_INT, JAVA_INT);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment incoming = arena.allocate(MOST_BYTES);
  private final MemorySegment question = arena.allocate(8);
  private final int file;

  /**
   * Makes an interface of that name, in the namespace of this process.
   *
   * @throws IOException if the system forbids it
   */
  TunInterface(String name) throws IOException {
    file = (int) call(OPEN, arena.allocateFrom("/dev/net/tun"), READ_AND_WRITE);
    if (file < 0) {
      throw new IOException("/dev/net/tun cannot be opened");
    }
    var request = arena.allocate(REQUEST_BYTES);
    request.setString(0, name);
    request.set(JAVA_SHORT, NAME_BYTES, PLAIN_IP);
    if ((int) call(IOCTL, file, SET_INTERFACE, request) < 0) {
      close();
      throw new IOException("no interface " + name + " can be made");
    }
    question.set(JAVA_INT, 0, file);
    question.set(JAVA_SHORT, 4, READABLE);
  }

  private static MethodHandle system(
      String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
    var linker = Linker.nativeLinker();
    var shape = FunctionDescriptor.of(result, arguments);
    var there = linker.defaultLookup().findOrThrow(name);
    return fixed < arguments.length || name.equals("open")
        ? linker.downcallHandle(there, shape, Linker.Option.firstVariadicArg(fixed))
        : linker.downcallHandle(there, shape);
  }

  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The next packet, or an empty one if none comes in that time. For one thread only. */
  byte[] read(int timeoutMillis) {
    if ((int) call(POLL, question, 1L, timeoutMillis) <= 0) {
      return new byte[0];
    }
    long length = (long) call(READ, file, incoming, (long) MOST_BYTES);
    return length <= 0 ? new byte[0] : incoming.asSlice(0, length).toArray(JAVA_BYTE);
  }

  synchronized void write(byte[] packet) {
    try (var ours = Arena.ofConfined()) {
      // If it does not get through, it is lost; that happens to packets.
      var _ = call(WRITE, file, ours.allocateFrom(JAVA_BYTE, packet), (long) packet.length);
    }
  }

  @Override
  public void close() {
    var _ = call(CLOSE, file);
    arena.close();
  }
}
