package io.sluice.streams.kafka.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * The entries of the state partitions of some slots, in files of this machine, by RocksDB. They are
 * a copy that is made when a bundle begins here and removed when it ends: what counts is in Kafka.
 * Only the thread of the bundle uses it.
 */
final class StateFiles implements StateTable {

  private static final long CACHE_BYTES = 32L << 20;
  private static final long WRITE_BUFFER_BYTES = 16L << 20;
  private static final String LOCK = "in-use";
  private static final String TABLE = "table";

  static {
    RocksDB.loadLibrary();
  }

  /** The files are not needed any more once the table is closed, so nothing is logged ahead. */
  private final WriteOptions writes = new WriteOptions().setDisableWAL(true);

  private final LRUCache cache = new LRUCache(CACHE_BYTES);
  private final Options options;
  private final Path folder;
  private final FileChannel lock;
  private final RocksDB table;

  private StateFiles(Path folder) throws IOException, RocksDBException {
    this.folder = folder;
    this.lock =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    var _ = lock.lock();
    this.options =
        new Options()
            .setCreateIfMissing(true)
            .setWriteBufferSize(WRITE_BUFFER_BYTES)
            .setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(cache));
    this.table = RocksDB.open(options, folder.resolve(TABLE).toString());
  }

  /**
   * Makes an empty one in a folder of its own, and removes those of processes that have crashed.
   *
   * @param parent where such folders are
   * @param name what its folder's name begins with
   */
  static StateFiles open(Path parent, String name) {
    try {
      Files.createDirectories(parent);
      removeRemains(parent, name + ".");
      return new StateFiles(Files.createDirectory(parent.resolve(name + "." + UUID.randomUUID())));
    } catch (IOException e) {
      throw new UncheckedIOException("state cannot be kept in " + parent, e);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private static void removeRemains(Path parent, String prefix) throws IOException {
    List<Path> all;
    try (var folders = Files.list(parent)) {
      all = folders.filter(each -> each.getFileName().toString().startsWith(prefix)).toList();
    }
    for (var each : all) {
      if (isFree(each)) {
        remove(each);
      }
    }
  }

  /** Whether no process has it: locks end with their processes. */
  private static boolean isFree(Path folder) throws IOException {
    var file = folder.resolve(LOCK);
    if (!Files.exists(file)) {
      return false; // It is being made or removed.
    }
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock found = channel.tryLock()) {
      return found != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  private static IllegalStateException failed(RocksDBException e) {
    return new IllegalStateException("the files with state cannot be used: " + e.getMessage(), e);
  }

  private static byte[] full(int slot, byte[] key) {
    return ByteBuffer.allocate(Integer.BYTES + key.length).putInt(slot).put(key).array();
  }

  @Override
  public Optional<byte[]> get(int slot, byte[] key) {
    try {
      return Optional.ofNullable(table.get(full(slot, key)));
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void put(int slot, byte[] key, byte[] value) {
    try {
      table.put(writes, full(slot, key), value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void remove(int slot, byte[] key) {
    try {
      table.delete(writes, full(slot, key));
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void scan(int slot, byte[] prefix, BiConsumer<byte[], byte[]> each) {
    byte[] from = full(slot, prefix);
    try (var entries = table.newIterator()) {
      for (entries.seek(from); entries.isValid() && begins(entries.key(), from); entries.next()) {
        byte[] key = entries.key();
        each.accept(Arrays.copyOfRange(key, from.length, key.length), entries.value());
      }
      entries.status();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private static boolean begins(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  @Override
  public void close() {
    table.close();
    options.close();
    cache.close();
    writes.close();
    try {
      lock.close();
      remove(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("files with state cannot be removed from " + folder, e);
    }
  }
}
