package io.sluice.cluster.data;

import io.sluice.protocol.data.StoreRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory in which one node stores one piece of data: a file with the newest version that it
 * has, and a small one with the record of the newest version that it knows.
 *
 * <p>A file is written under another name, forced to disk, and renamed; it ends with a checksum. So
 * a process that is killed at any moment leaves the old file or the new one, and a damaged file is
 * found out when it is read.
 */
final class Store implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Store.class);

  private static final long MAGIC = 0x736c_7569_6365_0001L; // "sluice", format 1
  private static final int LONGEST_NAME = 200;
  private static final String VERSION = "version-";
  private static final String RECORD = "record";
  private static final String UNFINISHED = ".unfinished";

  private final Path directory;
  private final FileChannel lock;
  private String name;
  private StoreRecord record;

  private Store(Path directory, FileChannel lock) {
    this.directory = directory;
    this.lock = lock;
    this.name = UUID.randomUUID().toString();
    this.record = StoreRecord.NONE;
  }

  /**
   * Opens the store of some data.
   *
   * @throws IllegalArgumentException if the directory cannot be written, or is in use
   * @throws IllegalStateException if its record is damaged
   */
  static Store open(Path place, String data) {
    var directory = place.resolve(fileName(data));
    FileChannel lock;
    try {
      Files.createDirectories(directory);
      lock =
          FileChannel.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "data '%s' cannot be stored in %s, which this process cannot write to (%s): create it,"
                  .formatted(data, place, e)
              + " let this user write to it, or name another directory",
          e);
    }
    try {
      if (lock.tryLock() == null) {
        throw inUse(data, place);
      }
      var store = new Store(directory, lock);
      store.readRecord();
      return store;
    } catch (OverlappingFileLockException e) {
      close(lock);
      throw inUse(data, place);
    } catch (IOException e) {
      close(lock);
      throw new IllegalStateException(
          "the store of data '%s' in %s cannot be read (%s): if the other nodes have the data,"
                  .formatted(data, directory, e.getMessage())
              + " delete that directory, and this node begins with theirs",
          e);
    } catch (RuntimeException e) {
      close(lock);
      throw e;
    }
  }

  private static IllegalArgumentException inUse(String data, Path place) {
    return new IllegalArgumentException(
        "another node stores data '%s' in %s: give each node a directory of its own"
            .formatted(data, place));
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("closing", e);
    }
  }

  private static String fileName(String data) {
    String plain = URLEncoder.encode(data, StandardCharsets.UTF_8).replace("*", "%2A");
    return plain.length() <= LONGEST_NAME
        ? plain
        : plain.substring(0, LONGEST_NAME / 2)
            + UUID.nameUUIDFromBytes(data.getBytes(StandardCharsets.UTF_8));
  }

  /** Its name in records: of its own, and where it is, for people. */
  String name() {
    return name + ":" + directory.toAbsolutePath();
  }

  /** The record that is in the store. */
  synchronized StoreRecord record() {
    return record;
  }

  private void readRecord() throws IOException {
    var file = directory.resolve(RECORD);
    if (!Files.exists(file)) {
      write(record);
      return;
    }
    byte[] bytes = Files.readAllBytes(file);
    int body = bytes.length - Long.BYTES;
    if (body < 0 || checksum(bytes, body) != ByteBuffer.wrap(bytes, body, Long.BYTES).getLong()) {
      throw new IOException(RECORD + " is damaged");
    }
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes, 0, body))) {
      if (in.readLong() != MAGIC) {
        throw new IOException(RECORD + " is of another version of Sluice");
      }
      name = in.readUTF();
      record = new StoreRecord(in.readLong(), in.readInt(), names(in), names(in));
    }
  }

  private static long checksum(byte[] bytes, int length) {
    var sum = new CRC32C();
    sum.update(bytes, 0, length);
    return sum.getValue();
  }

  private static List<String> names(DataInputStream in) throws IOException {
    int count = in.readInt();
    var all = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      all.add(in.readUTF());
    }
    return all;
  }

  /** Writes the record; it is on disk when this returns. */
  synchronized void write(StoreRecord next) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeLong(MAGIC);
      out.writeUTF(name);
      out.writeLong(next.version());
      out.writeInt(next.changes());
      for (var stores : List.of(next.stores(), next.former())) {
        out.writeInt(stores.size());
        for (String store : stores) {
          out.writeUTF(store);
        }
      }
      out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
    }
    replace(RECORD, channel -> Serving.write(channel, ByteBuffer.wrap(bytes.toByteArray())));
    record = next;
  }

  /** What is written to a file. */
  @FunctionalInterface
  private interface Content {
    void writeTo(FileChannel channel) throws IOException;
  }

  private void replace(String file, Content content) throws IOException {
    var unfinished = directory.resolve(file + UNFINISHED);
    try (var channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      content.writeTo(channel);
      channel.force(true);
    }
    Files.move(unfinished, directory.resolve(file), StandardCopyOption.ATOMIC_MOVE);
    try (var entries = FileChannel.open(directory, StandardOpenOption.READ)) {
      entries.force(true); // The new name, too.
    }
  }

  /** Writes a version, and then deletes older ones; it is on disk when this returns. */
  void write(SealedVersion version) throws IOException {
    replace(VERSION + version.version(), channel -> writeTo(channel, version));
    for (var file : versions()) {
      if (number(file) < version.version()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static void writeTo(FileChannel channel, SealedVersion version) throws IOException {
    long[] marks = version.marks();
    var head = ByteBuffer.allocate((4 + marks.length) * Long.BYTES);
    head.putLong(MAGIC).putLong(version.version()).putLong(version.declared());
    head.putLong(version.size());
    for (long mark : marks) {
      head.putLong(mark);
    }
    var sum = new CRC32C();
    sum.update(head.flip());
    Serving.write(channel, head.rewind());
    for (long begin = 0; begin < version.size(); begin += Blocks.BYTES) {
      long length = Math.min(Blocks.BYTES, version.size() - begin);
      var bytes = version.region().bytes().asSlice(begin, length).asByteBuffer();
      sum.update(bytes.duplicate());
      Serving.write(channel, bytes);
    }
    Serving.write(channel, ByteBuffer.allocate(Long.BYTES).putLong(sum.getValue()).flip());
  }

  private List<Path> versions() throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches(VERSION + "\\d+"))
          .sorted(Comparator.comparingLong(Store::number).reversed())
          .toList();
    }
  }

  private static long number(Path file) {
    return Long.parseLong(file.getFileName().toString().substring(VERSION.length()));
  }

  /** The newest version that is here undamaged; damaged ones are logged and not used. */
  Optional<SealedVersion> newest(RegionPool pool) {
    try {
      for (var file : versions()) {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
          return Optional.of(read(channel, pool));
        } catch (IOException | IllegalArgumentException e) {
          LOG.error("{} is damaged and not used: {}", file, e.toString());
        }
      }
    } catch (IOException e) {
      LOG.error("the stored versions in {} cannot be read: {}", directory, e.toString());
    }
    return Optional.empty();
  }

  private static SealedVersion read(FileChannel channel, RegionPool pool) throws IOException {
    var sum = new CRC32C();
    var head = ByteBuffer.allocate(4 * Long.BYTES);
    Serving.fill(channel, head);
    sum.update(head.flip());
    head.rewind();
    long magic = head.getLong();
    long version = head.getLong();
    long declared = head.getLong();
    long size = head.getLong();
    long rest = channel.size() - 5 * Long.BYTES;
    if (magic != MAGIC || size < 1 || rest != size + (long) Long.BYTES * Blocks.count(size)) {
      throw new IOException("its length is not that of a version");
    }
    var numbers = ByteBuffer.allocate(Blocks.count(size) * Long.BYTES);
    Serving.fill(channel, numbers);
    sum.update(numbers.flip());
    long[] marks = new long[Blocks.count(size)];
    numbers.rewind().asLongBuffer().get(marks);
    var region = pool.take(size);
    try {
      region.spoil();
      for (long begin = 0; begin < size; begin += Blocks.BYTES) {
        long length = Math.min(Blocks.BYTES, size - begin);
        var bytes = region.bytes().asSlice(begin, length).asByteBuffer();
        Serving.fill(channel, bytes);
        sum.update(bytes.flip());
      }
      var expected = ByteBuffer.allocate(Long.BYTES);
      Serving.fill(channel, expected);
      if (expected.flip().getLong() != sum.getValue()) {
        throw new IOException("its checksum is wrong");
      }
    } catch (IOException e) {
      region.release();
      throw e;
    }
    System.arraycopy(marks, 0, region.marks, 0, marks.length);
    return new SealedVersion(version, declared, size, marks, region);
  }

  /** Lets another process use the directory. */
  @Override
  public void close() {
    close(lock);
  }
}
