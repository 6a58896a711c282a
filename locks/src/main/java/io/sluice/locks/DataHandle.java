package io.sluice.locks;

import io.sluice.cluster.data.DataRequest;
import io.sluice.cluster.data.DataSite;
import io.sluice.protocol.Claim;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Data that moves with its lock from node to node. A node requests it early, computes on while the
 * bytes come, and acquires it when it needs them:
 *
 * <pre>{@code
 * DataHandle image = sluice.data("image").size(64 << 20).open();
 * Pending<ReadView> pending = image.requestRead();
 * compute();
 * try (ReadView view = pending.acquire(Duration.ofSeconds(10))) {
 *   int first = view.segment().get(ValueLayout.JAVA_INT, 0);
 * }
 * }</pre>
 *
 * <p>A writer sees the last committed version and is alone; readers share it. What a writer has
 * written is seen by others when {@link WriteView#commit} has returned, all of it or nothing.
 *
 * <p>Any number of threads may use a handle, each request for itself.
 */
public final class DataHandle {

  private static final int USUAL_COPIES = 2;
  private static final int MOST_COPIES = 2;
  private static final Duration USUAL_PATIENCE = Duration.ofSeconds(30);

  private final String name;
  private final DataSite site;
  private final Duration grantPatience;

  private DataHandle(String name, DataSite site, Duration grantPatience) {
    this.name = name;
    this.site = site;
    this.grantPatience = grantPatience;
  }

  /** Describes data before it is opened. */
  public static final class Builder {
    private final String name;
    private final Supplier<DataSite> sites;
    private long size;
    private int copies = USUAL_COPIES;
    private Duration grantPatience = USUAL_PATIENCE;
    private Optional<Path> directory = Optional.empty();

    Builder(String name, Supplier<DataSite> sites) {
      this.name = name;
      this.sites = sites;
    }

    /**
     * How many bytes it has, all zero until the first commit; the same in all nodes. A writer can
     * change it with {@link WriteView#resize}.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public Builder size(long bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException(
            "data '%s' has at least 1 byte, not %,d".formatted(name, bytes));
      }
      size = bytes;
      return this;
    }

    /**
     * How many members have a version when its commit returns: 2 unless set, so that one crash
     * loses nothing; or 1, which is quicker, and with which a version may be lost with its writer.
     */
    public Builder copies(int number) {
      if (number < 1 || number > MOST_COPIES) {
        throw new IllegalArgumentException(
            "data has 1 or %d copies, not %d".formatted(MOST_COPIES, number));
      }
      copies = number;
      return this;
    }

    /**
     * Stores versions in a directory of this machine, so that they survive the end of all nodes:
     * when a commit returns, the version is on disk here and its record in the directory of every
     * member that stores the data. Each node has a directory of its own; the same one when it is
     * started again.
     */
    public Builder stored(Path place) {
      directory = Optional.of(place.toAbsolutePath());
      return this;
    }

    /**
     * How long a request that has lock and data may stay unused before it is given up, so that it
     * does not hold up the others: 30 seconds unless set.
     */
    public Builder grantPatience(Duration time) {
      grantPatience = time;
      return this;
    }

    /**
     * Opens the data.
     *
     * @throws IllegalArgumentException if no size was set, if it was opened with another size, if
     *     this machine has not enough memory, or if its directory cannot be written
     * @throws IllegalStateException if its directory is damaged; the message says what to do
     */
    public DataHandle open() {
      if (size < 1) {
        throw new IllegalArgumentException(
            "data '%s' needs a size: call size(bytes) before open()".formatted(name));
      }
      var site = sites.get();
      site.open(size, copies, directory);
      return new DataHandle(name, site, grantPatience);
    }
  }

  /** The name of the data. */
  public String name() {
    return name;
  }

  /** Requests to read, and begins to fetch the newest version; never waits. */
  public Pending<ReadView> requestRead() {
    return pendingRead(site.request(Claim.SHARED, false));
  }

  /** Requests to write, and begins to fetch the newest version; never waits. */
  public Pending<WriteView> requestWrite() {
    return pendingWrite(site.request(Claim.EXCLUSIVE, false));
  }

  /** Requests to write again, when the nodes that are known to wait by then had their turn. */
  Pending<WriteView> requestNextWrite() {
    return pendingWrite(site.requestNext(Claim.EXCLUSIVE));
  }

  /** Requests to read again, when the writers that are known to wait have had their turn. */
  Pending<ReadView> requestNextRead() {
    return pendingRead(site.requestNext(Claim.SHARED));
  }

  private Pending<ReadView> pendingRead(DataRequest asked) {
    return new Pending<>(
        name, asked, grantPatience, (request, version) -> new ReadView(this, request, version));
  }

  private Pending<WriteView> pendingWrite(DataRequest asked) {
    return new Pending<>(
        name,
        asked,
        grantPatience,
        (request, version) -> new WriteView(this, site, request, version));
  }

  /**
   * After the newest version was lost: commits the newest one that a member has as the next
   * version. What only the lost version had is gone for good then.
   *
   * @throws TimeoutException if the lock was not granted in time
   */
  public void recover(Duration patience) throws InterruptedException, TimeoutException {
    try (var view = pendingWrite(site.request(Claim.EXCLUSIVE, true)).acquire(patience)) {
      view.commit();
    }
  }
}
