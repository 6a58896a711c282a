package io.sluice.lab.simulate;

import java.util.List;

/**
 * The machines of a run and what connects them: clusters, in which every process has a link of its
 * own to the cluster's backbone.
 *
 * <p>A link carries its bandwidth in both directions at the same time. A backbone is shared by all
 * that crosses it, whatever the direction. Between two clusters both backbones are crossed. The
 * first processes are in the first cluster.
 *
 * @param clusters how many processes each cluster has
 */
public record Platform(List<Integer> clusters, Link link, Link backbone) {

  /**
   * A link.
   *
   * @param latency in nanoseconds
   */
  public record Link(double bytesPerSecond, long latency) {
    public Link {
      // Written so that NaN fails too.
      if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "a link carries more than 0 bytes a second, not " + bytesPerSecond);
      }
      Nanos.checked("the latency of a link", latency);
    }
  }

  public Platform {
    clusters = List.copyOf(clusters);
    if (clusters.isEmpty() || clusters.stream().anyMatch(size -> size < 1)) {
      throw new IllegalArgumentException(
          "a platform has clusters of at least one process, not " + clusters);
    }
  }

  /** How many processes there is room for. */
  public int size() {
    return clusters.stream().mapToInt(Integer::intValue).sum();
  }

  /** How long a message takes that is too small to fill a link. */
  public long latency(int from, int to) {
    int backbones = cluster(from) == cluster(to) ? 1 : 2;
    return 2 * link.latency + backbones * backbone.latency;
  }

  /** The bandwidth of every link, as {@link #route} numbers them. */
  public double[] bandwidths() {
    double[] all = new double[2 * size() + clusters.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i < 2 * size() ? link.bytesPerSecond : backbone.bytesPerSecond;
    }
    return all;
  }

  /** The links from one process to another: out of the sender, the backbones, into the receiver. */
  public int[] route(int from, int to) {
    int out = 2 * from;
    int in = 2 * to + 1;
    int near = 2 * size() + cluster(from);
    int far = 2 * size() + cluster(to);
    return near == far ? new int[] {out, near, in} : new int[] {out, near, far, in};
  }

  private int cluster(int process) {
    int first = 0;
    for (int cluster = 0; cluster < clusters.size(); cluster++) {
      first += clusters.get(cluster);
      if (process < first) {
        return cluster;
      }
    }
    throw new IllegalArgumentException(
        "the platform has room for processes 0 to %d, not for %d".formatted(size() - 1, process));
  }
}
