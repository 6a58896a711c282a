package io.sluice.cli.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.zip.CRC32;

/**
 * Where a node listens for commands of its host: a port of the loopback address, and the secrets by
 * which both sides know each other. It is written to a file that only the user can read, in {@code
 * $SLUICE_RUN_DIR}, or {@code $XDG_RUNTIME_DIR/sluice}, or {@code sluice-USER} in the directory for
 * temporary files. Several nodes of one cluster have one file each, and a command takes the first
 * node that answers: the file of one that was killed is still there.
 *
 * <p>A Unix socket would need no secrets, but loads the classes of secure random numbers, which
 * takes a command as long as half of the start of its JVM.
 */
final class NodeAddress {

  /** How many nodes of a cluster serve commands of one user. */
  private static final int MOST_NODES = 4;

  /** The length of each of the secrets. */
  static final int SECRET = 32;

  private static final int SIZE = Integer.BYTES + 2 * SECRET;
  private static final int BACKLOG = 1000;
  private static final int LONGEST_NAME = 100;
  private static final int CONNECT_MILLIS = 2000;

  /** The bits of a file's mode that say what it is, and that it is a directory. */
  private static final int TYPE = 0170000;

  private static final int DIRECTORY = 0040000;

  /** What group and all others may do. */
  private static final int OTHERS = 077;

  /** Belongs to the user of this process, where there is one. */
  private static final Path SELF = Path.of("/proc/self/");

  private final byte[] bytes;

  private NodeAddress(byte[] bytes) {
    this.bytes = bytes;
  }

  private int port() {
    return ByteBuffer.wrap(bytes).getInt();
  }

  /** What a command sends first. */
  byte[] commandSecret() {
    return part(Integer.BYTES);
  }

  /** What the node answers. */
  byte[] nodeSecret() {
    return part(Integer.BYTES + SECRET);
  }

  private byte[] part(int from) {
    byte[] part = new byte[SECRET];
    System.arraycopy(bytes, from, part, 0, SECRET);
    return part;
  }

  /** Whether there may be a node of the cluster. */
  static boolean exists(String cluster) {
    var directory = directory();
    for (int i = 0; i < MOST_NODES; i++) {
      if (Files.exists(file(directory, cluster, i))) {
        return true;
      }
    }
    return false;
  }

  /**
   * What listens where a node does, or did.
   *
   * @param number the number of its file
   */
  record Found(NodeAddress address, Socket socket, int number) {}

  /**
   * Connects to a node of the cluster.
   *
   * @param first the number of the first file to look at
   * @return the connection; null if there is no such node on this host, to keep a command that
   *     finds none as quick as it was
   */
  @SuppressWarnings("NullAway")
  static Found connect(String cluster, int first) {
    var directory = directory();
    for (int i = first; i < MOST_NODES; i++) {
      var file = file(directory, cluster, i);
      if (!Files.exists(file)) {
        continue;
      }
      try {
        requireOnlyUser(directory);
        byte[] bytes = read(file);
        if (bytes.length == SIZE) {
          var address = new NodeAddress(bytes);
          var socket = new Socket(Proxy.NO_PROXY);
          try {
            socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), address.port()),
                CONNECT_MILLIS);
            return new Found(address, socket, i);
          } catch (IOException e) {
            socket.close();
          }
        }
      } catch (IOException | UnsupportedOperationException e) {
        // The next one, or none: the command joins then.
      }
    }
    return null;
  }

  private static byte[] read(Path file) throws IOException {
    try (var in = new FileInputStream(file.toFile())) {
      return in.readNBytes(SIZE + 1);
    }
  }

  /** A node that listens; the kernel ends the lock with the process, in whatever way it ends. */
  record Bound(NodeAddress address, ServerSocket socket, Path file, FileLock lock)
      implements AutoCloseable {

    @Override
    public void close() {
      try (var _ = lock.acquiredBy()) {
        socket.close();
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // A file that is left behind does no harm: nothing listens there.
      }
    }
  }

  /**
   * Listens, under the first number that no other node has.
   *
   * @throws IOException with a sentence that says what to do
   */
  static Bound bind(String cluster) throws IOException {
    var directory = directory();
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    requireOnlyUser(directory);
    for (int i = 0; i < MOST_NODES; i++) {
      var file = file(directory, cluster, i);
      var channel =
          FileChannel.open(
              file.resolveSibling(file.getFileName() + ".lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      var lock = channel.tryLock();
      if (lock != null) {
        return bind(file, lock);
      }
      channel.close();
    }
    throw new IOException(
        "%d nodes of cluster '%s' do commands of this user already".formatted(MOST_NODES, cluster));
  }

  private static Bound bind(Path file, FileLock lock) throws IOException {
    var socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    byte[] secrets = new byte[2 * SECRET];
    new SecureRandom().nextBytes(secrets);
    byte[] bytes = ByteBuffer.allocate(SIZE).putInt(socket.getLocalPort()).put(secrets).array();
    // A command reads all of it or nothing.
    var draft =
        Files.createTempFile(
            file.getParent(),
            "draft",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(draft, bytes);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return new Bound(new NodeAddress(bytes), socket, file, lock);
  }

  private static Path directory() {
    String chosen = System.getenv("SLUICE_RUN_DIR");
    if (chosen != null && !chosen.isEmpty()) {
      return Path.of(chosen);
    }
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    return runtime != null && !runtime.isEmpty()
        ? Path.of(runtime, "sluice")
        : Path.of(
            System.getProperty("java.io.tmpdir"),
            "sluice-".concat(System.getProperty("user.name")));
  }

  private static Path file(Path directory, String cluster, int which) {
    return directory.resolve(
        fileName(cluster).concat(".").concat(Integer.toString(which)).concat(".node"));
  }

  /** Names with other letters are hashed; the node compares the cluster's name anyway. */
  private static String fileName(String cluster) {
    boolean plain = cluster.length() <= LONGEST_NAME && !cluster.startsWith(".");
    for (int i = 0; i < cluster.length() && plain; i++) {
      char letter = cluster.charAt(i);
      plain =
          (letter >= 'a' && letter <= 'z')
              || (letter >= 'A' && letter <= 'Z')
              || (letter >= '0' && letter <= '9')
              || letter == '-'
              || letter == '_'
              || letter == '.';
    }
    if (plain) {
      return cluster;
    }
    var hash = new CRC32();
    hash.update(cluster.getBytes(StandardCharsets.UTF_8));
    return "=".concat(Long.toHexString(hash.getValue()));
  }

  /** Otherwise another user could take the place of a node, or of a command. */
  private static void requireOnlyUser(Path directory) throws IOException {
    // Not PosixFileAttributes, whose set of permissions makes the JVM define a class.
    int mode = (Integer) Files.getAttribute(directory, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if ((mode & (TYPE | OTHERS)) != DIRECTORY || !isOwn(directory)) {
      throw new IOException(
          "%s must be a directory of user %s that no other user can enter (mode 0700): correct it, or set SLUICE_RUN_DIR"
              .formatted(directory, System.getProperty("user.name")));
    }
  }

  /** By number where that is known, since a user need not have a name, as in some containers. */
  private static boolean isOwn(Path directory) throws IOException {
    if (Files.exists(SELF)) {
      return Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS)
          .equals(Files.getAttribute(SELF, "unix:uid"));
    }
    return Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS)
        .getName()
        .equals(System.getProperty("user.name"));
  }
}
