package org.example.clicks;

/**
 * What is known about a visit.
 *
 * @param clicks how many there were
 * @param first the earliest
 * @param last the latest
 */
public record Visit(int clicks, Click first, Click last) {

  private static final Click NONE = new Click(0, "", "");

  /** A visit before its first click. */
  public static final Visit EMPTY = new Visit(0, NONE, NONE);

  /** The visit with another click; clicks may come in any order. */
  public Visit plus(Click click) {
    return plus(new Visit(1, click, click));
  }

  /** Two parts of one visit together. */
  public Visit plus(Visit other) {
    if (clicks == 0) {
      return other;
    }
    return new Visit(
        clicks + other.clicks,
        other.first.time() < first.time() ? other.first : first,
        other.last.time() > last.time() ? other.last : last);
  }
}
