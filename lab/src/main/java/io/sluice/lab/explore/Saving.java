package io.sluice.lab.explore;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where a search keeps on disk what does not fit into memory, and from which it can go on after an
 * interruption.
 *
 * @param directory the directory, which the search creates if there is none
 * @param resume whether to go on from the checkpoint there; otherwise there must be none
 * @param interval how often a checkpoint is written, at least; each waits for the end of a level
 * @param mostBytes how many bytes the files may take together; the search ends before they take
 *     more
 */
public record Saving(Path directory, boolean resume, Duration interval, long mostBytes) {

  /** As often as most searches want it: at most that much work is lost if the machine fails. */
  public static final Duration USUAL_INTERVAL = Duration.ofMinutes(5);

  /** Begins a search that can be resumed. */
  public static Saving to(Path directory) {
    return new Saving(directory, false, USUAL_INTERVAL, Long.MAX_VALUE);
  }

  /** Goes on with a search. */
  public Saving resuming() {
    return new Saving(directory, true, interval, mostBytes);
  }

  public Saving every(Duration other) {
    return new Saving(directory, resume, other, mostBytes);
  }

  public Saving atMost(long bytes) {
    return new Saving(directory, resume, interval, bytes);
  }
}
