package io.sluice.cluster.data;

import io.sluice.cluster.runtime.Resource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data of one node, by the names of the locks that protect it. */
public final class DataSites {

  private static final Logger LOG = LoggerFactory.getLogger(DataSites.class);

  private static final long LONGEST_DEPARTURE_SECONDS = 30;

  private final Map<String, DataSite> sites = new ConcurrentHashMap<>();

  /** This node's part in the data that a lock protects; always the same object. */
  public DataSite of(Resource resource) {
    return sites.computeIfAbsent(resource.name(), _ -> new DataSite(resource));
  }

  /** Waits until the newest versions are elsewhere too, but not for too long. */
  public void depart() {
    var all = sites.values().stream().map(DataSite::depart).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(all)
          .orTimeout(LONGEST_DEPARTURE_SECONDS, TimeUnit.SECONDS)
          .exceptionally(
              late -> {
                LOG.warn("departing although data could not be handed over in time", late);
                return null;
              })
          .join();
    } finally {
      LOG.debug("{} pieces of data handed over", sites.size());
    }
  }

  /** Gives all memory back; the node has departed. */
  public void close() {
    sites.values().forEach(DataSite::close);
  }
}
