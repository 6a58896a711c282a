package io.sluice.cluster.data;

import java.io.IOException;
import java.util.Arrays;

/**
 * A version that is being fetched, and can be read by others as far as it has arrived. Its memory
 * is that of the version that it will be.
 */
final class Arriving {

  private final SealedVersion version;
  private boolean over;

  /**
   * @param version what it will be; the blocks whose marks its region has are here
   */
  Arriving(SealedVersion version) {
    this.version = version;
  }

  /** What it will be. */
  SealedVersion version() {
    return version;
  }

  /** These blocks are about to be overwritten. */
  synchronized void spoil(int first, int count) {
    Arrays.fill(version.region().marks, first, first + count, Region.UNKNOWN);
  }

  /** These blocks are here. */
  synchronized void arrived(int first, int count) {
    System.arraycopy(version.marks(), first, version.region().marks, first, count);
    notifyAll();
  }

  /** No more blocks will arrive. */
  synchronized void end() {
    over = true;
    notifyAll();
  }

  /**
   * Waits until these blocks are here.
   *
   * @throws IOException if they will not be: read them elsewhere
   */
  synchronized void await(int first, int count) throws IOException {
    while (!isHere(first, count)) {
      if (over) {
        throw new IOException("version %d did not arrive".formatted(version.version()));
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  private boolean isHere(int first, int count) {
    for (int block = first; block < first + count; block++) {
      if (version.region().marks[block] != version.mark(block)) {
        return false;
      }
    }
    return true;
  }
}
