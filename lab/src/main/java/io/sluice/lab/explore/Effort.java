package io.sluice.lab.explore;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What a search may use, and how it tells how far it is.
 *
 * @param workers how many cores
 * @param memory how many bytes; the search ends, and says what it covered, before it takes more
 * @param exact whether worlds are compared, and not only their fingerprints: for tests, since it
 *     keeps every world
 * @param reduced whether of many orders of steps that commute only one is searched, so that there
 *     are far fewer worlds; see {@link #reducing}
 * @param cancelled asked now and then whether to give up
 * @param saving where the search keeps on disk what does not fit into memory, and its checkpoints;
 *     without it, it keeps everything in memory
 */
public record Effort(
    int workers,
    long memory,
    boolean exact,
    boolean reduced,
    Progress progress,
    BooleanSupplier cancelled,
    Optional<Saving> saving) {

  /** Hears how far a search is, a few times a second at most. */
  @FunctionalInterface
  public interface Progress {
    /**
     * @param frontier worlds found but not looked at yet
     */
    void at(long worlds, long transitions, long frontier, int depth, double seconds);
  }

  public Effort {
    if (workers < 1) {
      throw new IllegalArgumentException("a search needs at least one worker, not " + workers);
    }
  }

  /** All cores, and most of the heap. */
  public static Effort full() {
    return new Effort(
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory() / 10 * 8,
        false,
        false,
        (_, _, _, _, _) -> {},
        () -> false,
        Optional.empty());
  }

  public Effort withWorkers(int number) {
    return new Effort(number, memory, exact, reduced, progress, cancelled, saving);
  }

  public Effort withMemory(long bytes) {
    return new Effort(workers, bytes, exact, reduced, progress, cancelled, saving);
  }

  public Effort comparingWorlds() {
    return new Effort(workers, memory, true, reduced, progress, cancelled, saving);
  }

  /**
   * Searches one of many orders of steps that commute. Exclusion, deadlock, progress, fences and
   * unexpected inputs are judged as in the full search; the protocol's own invariants are not, and
   * a trace need not be the shortest. Bounded entries, FIFO channels and nothing that goes wrong.
   */
  public Effort reducing() {
    return new Effort(workers, memory, exact, true, progress, cancelled, saving);
  }

  public Effort reportingTo(Progress listener) {
    return new Effort(workers, memory, exact, reduced, listener, cancelled, saving);
  }

  public Effort until(BooleanSupplier condition) {
    return new Effort(workers, memory, exact, reduced, progress, condition, saving);
  }

  /**
   * Keeps worlds on disk, and writes checkpoints from which the search can be resumed: now and
   * then, and when it ends early. Bounded entries only; neither reduced nor {@linkplain
   * #comparingWorlds comparing worlds}.
   */
  public Effort saving(Saving where) {
    return new Effort(workers, memory, exact, reduced, progress, cancelled, Optional.of(where));
  }
}
