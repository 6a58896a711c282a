package io.sluice.protocol.priority;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Ticket;
import java.util.Comparator;

/**
 * A request: the paper's tuple of identifier, priority, clock and data.
 *
 * @param ticket the requester, and its clock; no two requests have the same
 * @param priority smaller is more urgent
 * @param unit which of the equal resources, or {@link Claim#ANY_UNIT}
 */
public record Wish(Ticket ticket, int priority, int unit) {

  private static final Comparator<Wish> LEVEL =
      Comparator.comparingInt(Wish::priority)
          .thenComparingInt(wish -> wish.ticket.time())
          .thenComparingInt(wish -> wish.ticket.node());

  private static final Comparator<Wish> FAIR =
      Comparator.<Wish>comparingInt(wish -> wish.ticket.time())
          .thenComparingInt(Wish::priority)
          .thenComparingInt(wish -> wish.ticket.node());

  /** The order in which a priority model serves requests. */
  static Comparator<Wish> order(Models.Priority priority) {
    return switch (priority) {
      case LEVEL -> LEVEL;
      case FAIR -> FAIR;
    };
  }

  /** Whether the token of that resource serves it. */
  boolean takes(int offered) {
    return unit == Claim.ANY_UNIT || unit == offered;
  }
}
