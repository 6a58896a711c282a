package io.sluice.protocol.priority;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Name;
import java.util.Optional;

/**
 * All that a run of {@link Padme} begins with.
 *
 * @param models how requests, replies and releases are treated, until the root changes it
 * @param tree the parent of each participant at first
 * @param clock how requests are counted
 * @param units how many equal resources there are, each with a token of its own
 */
public record Configuration(Models models, SpanningTree tree, Clock clock, int units) {

  /** What every name of a configuration begins with. */
  public static final String NAME = "padme";

  /** The paper's two ways to count requests. */
  public enum Clock {
    /** Each participant counts its own requests. Fair means: all participants equally often. */
    OWN,
    /** As Lamport's clocks: what one hears of, one counts on from. Fair means: the older first. */
    SHARED
  }

  /** What {@code padme} alone means. */
  public static final Configuration USUAL = of(Models.ROBUST);

  public Configuration {
    if (units < 1) {
      throw new IllegalArgumentException("there is at least one resource, not " + units);
    }
  }

  /** One resource, shared clocks, and a binary tree. */
  public static Configuration of(Models models) {
    return new Configuration(models, SpanningTree.binary(), Clock.SHARED, 1);
  }

  /** The same on another tree. */
  public Configuration on(SpanningTree other) {
    return new Configuration(models, other, clock, units);
  }

  /** The same with other clocks. */
  public Configuration with(Clock other) {
    return new Configuration(models, tree, other, units);
  }

  /** The same with that number of equal resources. */
  public Configuration withUnits(int other) {
    return new Configuration(models, tree, clock, other);
  }

  /**
   * The claim of a participant that is the more urgent, the nearer to the root it begins; to any
   * resource.
   */
  public Claim claim(int node) {
    var claim = Claim.EXCLUSIVE.withPriority(tree.depth(node));
    return units == 1 ? claim : claim.toUnit(Claim.ANY_UNIT);
  }

  /**
   * Its name, which says all: {@code padme-FRUU}, or {@code padme-LFFF:chain:own:units=4} where it
   * is out of the ordinary.
   */
  public String name() {
    return NAME
        + "-"
        + models.letters()
        + (tree.equals(SpanningTree.binary()) ? "" : ":" + tree.words())
        + (clock == Clock.SHARED ? "" : ":own")
        + (units == 1 ? "" : ":units=" + units);
  }

  /** The configuration of such a name, if it is one. */
  public static Optional<Configuration> find(String name) {
    if (name.equals(NAME)) {
      return Optional.of(USUAL);
    }
    var parts = Name.of(name);
    if (!parts.head().startsWith(NAME + "-")) {
      return Optional.empty();
    }
    return Models.find(parts.head().substring(NAME.length() + 1))
        .flatMap(models -> parts.configure(of(models), Configuration::with));
  }

  private Optional<Configuration> with(String option) {
    if (option.equals("own")) {
      return Optional.of(with(Clock.OWN));
    }
    var number = Name.number(option, "units");
    if (number.isPresent()) {
      return Optional.of(withUnits(number.getAsInt()));
    }
    try {
      return Optional.of(on(SpanningTree.of(option)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
