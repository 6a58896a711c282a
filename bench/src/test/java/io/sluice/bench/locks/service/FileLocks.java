package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The operating system's own locks between processes: real ones that need no server. */
public final class FileLocks implements LockService {

  @Override
  public String name() {
    return "file";
  }

  @Override
  public String title() {
    return "locks of a file";
  }

  @Override
  public boolean readWrite() {
    return true;
  }

  @Override
  public String start(Children children, int clients) {
    return children.folder().resolve("lock").toString();
  }

  @Override
  public LockClient open(String address, int self) throws IOException {
    var file =
        FileChannel.open(
            Path.of(address),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    return new LockClient() {
      @Override
      public MeasuredLock exclusive() {
        return new FileRegionLock(file, 0, false);
      }

      @Override
      public MeasuredLock reading() {
        return new FileRegionLock(file, 1, true);
      }

      @Override
      public MeasuredLock writing() {
        return new FileRegionLock(file, 1, false);
      }
    };
  }

  /** A byte of the file, locked shared or not. */
  private static final class FileRegionLock implements MeasuredLock {

    private final FileChannel file;
    private final long position;
    private final boolean shared;
    private Optional<FileLock> held = Optional.empty();

    FileRegionLock(FileChannel file, long position, boolean shared) {
      this.file = file;
      this.position = position;
      this.shared = shared;
    }

    @Override
    public void acquire() throws IOException {
      held = Optional.of(file.lock(position, 1, shared));
    }

    @Override
    public void release() throws IOException {
      held.orElseThrow().release();
    }
  }
}
