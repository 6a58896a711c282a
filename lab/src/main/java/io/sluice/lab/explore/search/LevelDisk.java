package io.sluice.lab.explore.search;

import io.sluice.lab.explore.checkpoint.BlockFile;
import io.sluice.lab.explore.checkpoint.CheckpointException;
import io.sluice.lab.explore.checkpoint.CheckpointFolder;
import io.sluice.lab.explore.checkpoint.KeyLog;
import io.sluice.lab.explore.checkpoint.Manifest;
import io.sluice.lab.explore.checkpoint.Manifest.SavedFile;
import io.sluice.lab.explore.table.Bytes;
import io.sluice.lab.explore.table.SeenWorlds;
import io.sluice.lab.explore.world.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * What a {@link LevelSearch} keeps in its directory: the worlds of two levels, the fingerprints of
 * all worlds, and a checkpoint.
 *
 * <p>A checkpoint is of the beginning of a level. Files of worlds and fingerprints are written as
 * the search goes on, so that it takes little more than the manifest to make one.
 */
final class LevelDisk {

  private static final int BLOCK = 1 << 12;

  private final CheckpointFolder folder;
  private final List<KeyLog> seen = new ArrayList<>();
  private final List<BlockFile> worlds = new ArrayList<>();
  private final long interval;
  private long lastSave = System.nanoTime();

  LevelDisk(CheckpointFolder folder) {
    this.folder = folder;
    this.interval = folder.saving().interval().toNanos();
  }

  /** Begins a search, or another way of searching. */
  void begin(int workers) {
    while (seen.size() < workers) {
      seen.add(new KeyLog(folder.create("seen")));
    }
  }

  /** Where a worker writes down the fingerprints of new worlds. */
  LongConsumer log(int worker) {
    return seen.get(worker);
  }

  /** Has a level written to files from now on. */
  void startLevel(Level next) {
    for (var part : next.parts()) {
      var file = folder.create("level");
      worlds.add(file);
      part.writeTo(file);
    }
  }

  /** A level is done. */
  void endLevel(Level done) {
    for (var part : done.parts()) {
      part.file().ifPresent(this::release);
    }
  }

  private void release(BlockFile file) {
    worlds.remove(file);
    folder.release(file);
  }

  boolean isSaveDue() {
    return System.nanoTime() - lastSave >= interval;
  }

  /** How far a search was at the beginning of a level. */
  record Position(int levels, long worlds, long transitions, double seconds) {}

  /** Makes a checkpoint of the beginning of a level. */
  void save(SearchTask<?, ?> task, Position position, Level level) {
    var levelFiles = new ArrayList<SavedFile>();
    for (var part : level.parts()) {
      if (part.size() > 0) {
        part.flush();
        levelFiles.add(folder.saved(part.file().orElseThrow()));
      }
    }
    var seenFiles = new ArrayList<SavedFile>();
    for (var log : seen) {
      log.flush();
      seenFiles.add(folder.saved(log.file()));
    }
    var journal = folder.create("journal");
    var notes = task.dictionary().journal();
    journal.append(notes.entries(), notes.count());
    boolean sleepSets = level.table().hasSleepers();
    var table = sleepSets ? Optional.of(write(level)) : Optional.<BlockFile>empty();
    folder.save(
        new Manifest(
            Manifest.describe(task.scope()),
            sleepSets,
            position.levels,
            position.worlds,
            position.transitions,
            position.seconds,
            seenFiles,
            levelFiles,
            table.map(folder::saved).stream().toList(),
            List.of(folder.saved(journal))));
    folder.release(journal);
    table.ifPresent(folder::release);
    lastSave = System.nanoTime();
  }

  private BlockFile write(Level level) {
    var file = folder.create("table");
    var block = new Bytes();
    level
        .table()
        .visit(
            (key, awake) -> {
              block.putLong(key);
              block.putLong(awake);
              if (block.size() >= BLOCK * 2 * Long.BYTES) {
                file.append(block, block.size() / (2 * Long.BYTES));
                block.clear();
              }
            });
    file.append(block, block.size() / (2 * Long.BYTES));
    return file;
  }

  /**
   * Asks the dictionary what was asked before the checkpoint, so that it gives the same numbers.
   */
  <S, M> void restoreNumbers(Manifest saved, Cursor<S, M> cursor) {
    var block = new Bytes();
    for (var file : saved.journal()) {
      var journal = folder.recover(file);
      for (int number = 0; number < journal.blocks(); number++) {
        journal.read(number, block);
        if (!cursor.dictionary().journal().ask(block, journal.items(number), cursor)) {
          throw new CheckpointException(
              "the protocol has changed since the checkpoint in %s was written: it no longer does what it did; begin again without --resume, in another directory"
                  .formatted(folder.saving().directory()));
        }
      }
      folder.release(journal);
    }
  }

  /** Takes over the files with the fingerprints of all worlds. */
  void restoreLogs(Manifest saved) {
    saved.seen().forEach(file -> seen.add(new KeyLog(folder.recover(file))));
  }

  /** One worker's share in reading the fingerprints of all worlds. */
  void restoreSeen(SeenWorlds table, int worker, int workers) {
    for (var log : seen) {
      KeyLog.read(log.file(), key -> table.restore(key, worker, workers));
    }
  }

  /** Takes over the worlds of the level that comes next. */
  void restoreLevel(Manifest saved, Level level) {
    level.reserveParts(saved.level().size());
    for (int part = 0; part < saved.level().size(); part++) {
      var file = folder.recover(saved.level().get(part));
      worlds.add(file);
      level.part(part).writeTo(file);
    }
    if (level.table().hasSleepers()) {
      level.table().resize(level.size());
    }
    var block = new Bytes();
    for (var named : saved.table()) {
      var file = folder.recover(named);
      for (int number = 0; number < file.blocks(); number++) {
        file.read(number, block);
        while (!block.isRead()) {
          var _ = level.table().add(block.getLong(), block.getLong());
        }
      }
      folder.release(file);
    }
  }

  /** Has no further use for any file. */
  void release() {
    seen.forEach(log -> folder.release(log.file()));
    worlds.forEach(folder::release);
    seen.clear();
    worlds.clear();
  }
}
