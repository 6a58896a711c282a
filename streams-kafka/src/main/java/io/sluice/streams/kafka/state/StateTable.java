package io.sluice.streams.kafka.state;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The entries of the state partitions of some slots, outside the heap. Apart from {@link
 * StateFiles}, nothing refers to RocksDB, so that it may be missing.
 */
public interface StateTable extends AutoCloseable {

  /**
   * Makes an empty one in files.
   *
   * @param parent where folders for files are made
   * @param name what the name of its folder begins with
   */
  static StateTable open(Path parent, String name) {
    return StateFiles.open(parent, name);
  }

  /**
   * Checks that RocksDB can be used.
   *
   * @throws IllegalStateException if it is not on the classpath
   */
  static void requireLibrary() {
    try {
      Class.forName("org.rocksdb.RocksDB", false, StateTable.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "state on disk needs RocksDB: add org.rocksdb:rocksdbjni to the classpath", e);
    }
  }

  /** The value of an entry of a slot. */
  Optional<byte[]> get(int slot, byte[] key);

  void put(int slot, byte[] key, byte[] value);

  void remove(int slot, byte[] key);

  /**
   * Goes through the entries of a slot whose keys begin with some bytes.
   *
   * @param each gets what follows the prefix in the key, and the value
   */
  void scan(int slot, byte[] prefix, BiConsumer<byte[], byte[]> each);

  /** Ends its use, and removes what it has. */
  @Override
  void close();
}
