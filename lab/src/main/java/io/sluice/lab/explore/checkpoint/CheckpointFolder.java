package io.sluice.lab.explore.checkpoint;

import io.sluice.lab.explore.Saving;
import io.sluice.lab.explore.checkpoint.Manifest.SavedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The directory in which a search keeps its files, and at most one checkpoint: the manifest, which
 * names files and how much of each belongs to it.
 *
 * <p>A checkpoint is replaced at once, by renaming the manifest after all its files are on the
 * disk; only then the files go that no manifest names any more. So whenever the search is killed,
 * the latest complete checkpoint is there.
 */
public final class CheckpointFolder implements AutoCloseable {

  private static final String MANIFEST = "checkpoint.json";
  private static final String DRAFT = "checkpoint.json.tmp";
  private static final String LOCK = "lock";
  private static final String SUFFIX = ".blocks";

  private final Saving saving;
  private final boolean created;
  private final FileChannel lockFile;
  private final FileLock lock;
  private Optional<Manifest> manifest;
  private final Map<String, BlockFile> open = new HashMap<>();

  /** Files that nothing needs but the checkpoint. */
  private final Set<String> released = new HashSet<>();

  /** The highest number in the name of a file. */
  private int lastNumber;

  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong most = new AtomicLong();

  private CheckpointFolder(Saving saving, boolean created, FileChannel lockFile, FileLock lock) {
    this.saving = saving;
    this.created = created;
    this.lockFile = lockFile;
    this.lock = lock;
    this.manifest = Optional.empty();
  }

  /**
   * Opens the directory for one search.
   *
   * @throws CheckpointException if it holds no checkpoint to resume from, or one that would be lost
   */
  public static CheckpointFolder open(Saving saving) {
    Path directory = saving.directory();
    try {
      boolean created = !Files.exists(directory);
      Files.createDirectories(directory);
      var lockFile =
          FileChannel.open(
              directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      var folder = new CheckpointFolder(saving, created, lockFile, lock(lockFile, directory));
      try {
        folder.readManifest();
        folder.deleteUnnamed();
      } catch (CheckpointException e) {
        folder.unlock();
        throw e;
      }
      return folder;
    } catch (IOException e) {
      throw new CheckpointException(
          "cannot use %s for a checkpoint: %s".formatted(directory, reason(e)), e);
    }
  }

  private static FileLock lock(FileChannel file, Path directory) throws IOException {
    FileLock lock = null;
    try {
      lock = file.tryLock();
    } catch (OverlappingFileLockException e) {
      // another search of this JVM has it
    }
    if (lock == null) {
      file.close();
      throw new CheckpointException(
          "another search uses %s: wait for it, or choose another directory".formatted(directory));
    }
    return lock;
  }

  private void readManifest() throws IOException {
    Path file = saving.directory().resolve(MANIFEST);
    try {
      manifest = Optional.of(Manifest.read(Files.readString(file), file));
    } catch (NoSuchFileException e) {
      manifest = Optional.empty();
    }
    if (saving.resume() && manifest.isEmpty()) {
      throw new CheckpointException(
          "there is no checkpoint in %s: begin the search without --resume"
              .formatted(saving.directory()));
    }
    if (!saving.resume() && manifest.isPresent()) {
      throw new CheckpointException(
          "there is a checkpoint in %s already (%s): go on from it with --resume, or delete the"
                  .formatted(saving.directory(), manifest.get().words())
              + " directory, or choose another");
    }
  }

  /** Whatever no checkpoint names was left behind by a search that was killed. */
  private void deleteUnnamed() throws IOException {
    var named = new HashSet<String>();
    for (var file : manifest.map(Manifest::all).orElse(List.of())) {
      named.add(file.name());
      lastNumber = Math.max(lastNumber, file.number());
    }
    try (var files = Files.newDirectoryStream(saving.directory(), "*" + SUFFIX)) {
      for (Path file : files) {
        if (!named.contains(file.getFileName().toString())) {
          Files.delete(file);
        }
      }
    }
    Files.deleteIfExists(saving.directory().resolve(DRAFT));
  }

  /** The checkpoint to resume from, or the latest one written. */
  public Optional<Manifest> manifest() {
    return manifest;
  }

  public Saving saving() {
    return saving;
  }

  /**
   * Begins a file.
   *
   * @param kind what is in it, in a word; a number is added
   */
  public synchronized BlockFile create(String kind) {
    return add("%s-%d%s".formatted(kind, ++lastNumber, SUFFIX), StandardOpenOption.CREATE_NEW);
  }

  /** Takes over a file of the checkpoint, checking every block of it. */
  public synchronized BlockFile recover(SavedFile file) {
    var found = add(file.name());
    found.recover(file.length());
    isAboutToWrite(file.length());
    return found;
  }

  private BlockFile add(String name, StandardOpenOption... more) {
    var options = new HashSet<StandardOpenOption>(List.of(more));
    options.add(StandardOpenOption.READ);
    options.add(StandardOpenOption.WRITE);
    Path path = saving.directory().resolve(name);
    try {
      var file = new BlockFile(this, path, FileChannel.open(path, options));
      open.put(name, file);
      released.remove(name);
      return file;
    } catch (NoSuchFileException e) {
      throw new CheckpointException(
          "%s is missing, so the search cannot be resumed: begin again without --resume, in another directory"
              .formatted(path),
          e);
    } catch (IOException e) {
      throw trouble("write to", e);
    }
  }

  /** A file is no longer needed, except perhaps by the checkpoint. */
  public synchronized void release(BlockFile file) {
    open.remove(file.name());
    file.close();
    if (isNamed(file.name())) {
      released.add(file.name());
    } else {
      delete(file.name(), file.length());
    }
  }

  private boolean isNamed(String name) {
    return manifest.isPresent()
        && manifest.get().all().stream().anyMatch(file -> file.name().equals(name));
  }

  private void delete(String name, long length) {
    try {
      Files.deleteIfExists(saving.directory().resolve(name));
      bytes.addAndGet(-length);
    } catch (IOException e) {
      throw trouble("delete from", e);
    }
  }

  /** What belongs to a file now, for a manifest. */
  public SavedFile saved(BlockFile file) {
    file.force();
    return new SavedFile(file.name(), file.length());
  }

  /** Makes a checkpoint the valid one. All its files must have been {@link #saved}. */
  public synchronized void save(Manifest next) {
    Path draft = saving.directory().resolve(DRAFT);
    try {
      try (var channel =
          FileChannel.open(
              draft,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        var text = ByteBuffer.wrap(next.write());
        while (text.hasRemaining()) {
          var _ = channel.write(text);
        }
        channel.force(true);
      }
      Files.move(draft, saving.directory().resolve(MANIFEST), StandardCopyOption.ATOMIC_MOVE);
      try (var directory = FileChannel.open(saving.directory(), StandardOpenOption.READ)) {
        directory.force(true);
      }
    } catch (IOException e) {
      throw trouble("write to", e);
    }
    var before = manifest;
    manifest = Optional.of(next);
    for (var file : before.map(Manifest::all).orElse(List.of())) {
      if (released.contains(file.name()) && !isNamed(file.name())) {
        released.remove(file.name());
        delete(file.name(), file.length());
      }
    }
  }

  /** How many bytes the files have taken together at most. */
  public long mostBytes() {
    return most.get();
  }

  void isAboutToWrite(long more) {
    long now = bytes.addAndGet(more);
    if (now > saving.mostBytes()) {
      throw new DiskTroubleException(
          "the limit of %,d MiB on disk is reached: give it more, or ask for less; %s"
              .formatted(saving.mostBytes() >> 20, kept()));
    }
    most.accumulateAndGet(now, Math::max);
  }

  DiskTroubleException trouble(String verb, IOException e) {
    return new DiskTroubleException(
        "cannot %s %s: %s (the search has %,d MiB there); %s"
            .formatted(verb, saving.directory(), reason(e), bytes.get() >> 20, kept()),
        e);
  }

  private String kept() {
    return manifest
        .map(saved -> "the checkpoint of step %,d is kept; ".formatted(saved.levels()))
        .orElse("");
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException trouble && trouble.getReason() != null
        ? trouble.getReason()
        : String.valueOf(e.getMessage() == null ? e : e.getMessage());
  }

  /** Nothing has to be resumed any more: deletes all files. */
  public synchronized void finish() {
    var files = new ArrayList<>(open.values());
    manifest.ifPresent(
        saved -> {
          try {
            Files.delete(saving.directory().resolve(MANIFEST));
          } catch (IOException e) {
            throw trouble("delete from", e);
          }
          released.addAll(saved.all().stream().map(SavedFile::name).toList());
        });
    manifest = Optional.empty();
    files.forEach(this::release);
    List.copyOf(released).forEach(name -> delete(name, 0));
  }

  private void unlock() throws IOException {
    lock.release();
    lockFile.close();
  }

  /** Leaves the checkpoint, if there is one, and nothing else. */
  @Override
  public synchronized void close() {
    try {
      for (var file : List.copyOf(open.values())) {
        file.close();
      }
      open.clear();
      deleteUnnamed();
      Files.delete(saving.directory().resolve(LOCK));
      unlock();
      if (created && manifest.isEmpty()) {
        Files.deleteIfExists(saving.directory());
      }
    } catch (IOException e) {
      throw trouble("close", e);
    }
  }
}
