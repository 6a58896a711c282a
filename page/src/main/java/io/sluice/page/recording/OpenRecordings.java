package io.sluice.page.recording;

import io.sluice.page.server.Query;
import io.sluice.page.server.Refused;
import io.sluice.page.server.Route;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The recordings that a page has open: answers the requests that name them by a number. */
public final class OpenRecordings {

  /** The latest ones are kept. */
  private static final int MOST_OPEN = 4;

  private final Catalogue catalogue;
  private final Map<Integer, Recordings> open = new LinkedHashMap<>();
  private int numbers;

  public OpenRecordings(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /** The paths that it answers. */
  public Map<String, Route> routes() {
    return Map.of(
        "/api/recordings", (Route.Read) query -> find(query).overview(),
        "/api/recorded", (Route.Read) query -> find(query).part(query));
  }

  /**
   * Opens recordings.
   *
   * @return the number under which they are found
   * @throws IllegalArgumentException if they cannot be read; the message says why
   */
  public int open(List<String> texts) {
    var read = Recordings.read(texts, catalogue);
    synchronized (open) {
      open.put(++numbers, read);
      if (open.size() > MOST_OPEN) {
        open.remove(open.keySet().iterator().next());
      }
      return numbers;
    }
  }

  private Recordings find(Query query) {
    synchronized (open) {
      return Optional.ofNullable(open.get(query.number("recordings", 0)))
          .orElseThrow(() -> new Refused(404, "these recordings are not open: open them again"));
    }
  }
}
