package io.sluice.lab.explore.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * All worlds found and the moves between them, level by level: for each world a header and then the
 * worlds it leads to, each at one int. Each worker writes the part of its own worlds.
 *
 * <p>Targets that only an optional move leads to are marked: that a fault or a departure may happen
 * does not count as progress.
 */
public final class Graph {

  private static final int OPTIONAL = 1 << 30;

  /** The records of the worlds of one worker. */
  public static final class Part {
    private final IntStore records = new IntStore();

    /** The fair move behind each item of the records, if these are kept. */
    private final IntStore fairMoves = new IntStore();

    private final List<Long> levelEnds = new ArrayList<>();

    public void append(IntList items, IntList fairMovesBehind) {
      records.append(items.array(), items.size());
      fairMoves.append(fairMovesBehind.array(), fairMovesBehind.size());
    }

    public void endLevel() {
      levelEnds.add(records.size());
    }

    /** The item at a place; a header where there is none any more, to end the last record. */
    public int item(long place) {
      return place < records.size() ? records.get(place) : -1;
    }

    public int fairMove(long place) {
      return fairMoves.get(place);
    }

    public long levelStart(int level) {
      return level == 0 ? 0 : levelEnds.get(level - 1);
    }

    public long levelEnd(int level) {
      return levelEnds.get(level);
    }

    public long bytes() {
      return records.bytes() + fairMoves.bytes();
    }
  }

  private final List<Part> parts;

  public Graph(List<Part> parts) {
    this.parts = parts;
  }

  /** The part that a world's record is in. */
  public Part partOf(int world) {
    return parts.get(world % parts.size());
  }

  public List<Part> parts() {
    return parts;
  }

  public int levels() {
    return parts.getFirst().levelEnds.size();
  }

  /** The first int of a world's record. */
  public static int header(int world) {
    return ~world;
  }

  public static int target(int world, boolean optional) {
    return optional ? world | OPTIONAL : world;
  }

  public static boolean isHeader(int item) {
    return item < 0;
  }

  public static int world(int item) {
    return item < 0 ? ~item : item & ~OPTIONAL;
  }

  static boolean isOptional(int item) {
    return (item & OPTIONAL) != 0;
  }

  /**
   * For each level up to one, the worlds from which the goals on that level can be reached on the
   * shortest way: a guide for finding the way again from the first world.
   */
  public List<BitSet> waysTo(BitSet goals, int level) {
    var ways = new ArrayList<BitSet>();
    ways.add(goals);
    for (int l = level - 1; l >= 0; l--) {
      var next = ways.getLast();
      var here = new BitSet();
      for (var part : parts) {
        int world = -1;
        for (long at = part.levelStart(l); at < part.levelEnd(l); at++) {
          int item = part.item(at);
          if (isHeader(item)) {
            world = world(item);
          } else if (next.get(world(item))) {
            here.set(world);
          }
        }
      }
      ways.add(here);
    }
    return ways.reversed();
  }

  /**
   * The worlds from which some goal can be reached without an optional move. Most moves lead on, so
   * going backwards settles nearly everything at the first pass.
   *
   * @param worlds how many there are: when all are settled, there is no need to look again
   */
  public BitSet thatCanReach(BitSet goals, long worlds) {
    var reaching = new BitSet();
    reaching.or(goals);
    long settled = goals.cardinality();
    long before = -1;
    while (settled != before && settled < worlds) {
      before = settled;
      for (int level = levels() - 1; level >= 0; level--) {
        for (var part : parts) {
          settled += settle(part, level, reaching);
        }
      }
    }
    return reaching;
  }

  private static long settle(Part part, int level, BitSet reaching) {
    long settled = 0;
    boolean reaches = false;
    for (long at = part.levelEnd(level) - 1; at >= part.levelStart(level); at--) {
      int item = part.records.get(at);
      if (!isHeader(item)) {
        reaches = reaches || (!isOptional(item) && reaching.get(item));
      } else {
        if (reaches && !reaching.get(world(item))) {
          reaching.set(world(item));
          settled++;
        }
        reaches = false;
      }
    }
    return settled;
  }

  /** Whether every way ends. Most moves lead on, so going backwards settles nearly everything. */
  public boolean isAcyclic() {
    var ending = new BitSet();
    long open = -1;
    long before;
    do {
      before = open;
      open = 0;
      for (int level = levels() - 1; level >= 0; level--) {
        for (var part : parts) {
          open += settleEnding(part, level, ending);
        }
      }
    } while (open != 0 && open != before);
    return open == 0;
  }

  private static long settleEnding(Part part, int level, BitSet ending) {
    long open = 0;
    boolean ends = true;
    for (long at = part.levelEnd(level) - 1; at >= part.levelStart(level); at--) {
      int item = part.records.get(at);
      if (!isHeader(item)) {
        ends = ends && ending.get(world(item));
      } else {
        if (ends) {
          ending.set(world(item));
        } else {
          open++;
        }
        ends = true;
      }
    }
    return open;
  }

  /** The worlds of a level that are not in the set. */
  public BitSet outside(BitSet set, int level) {
    var worlds = level(level);
    worlds.andNot(set);
    return worlds;
  }

  /** The worlds of a level that are in the set. */
  public BitSet inside(BitSet set, int level) {
    var worlds = level(level);
    worlds.and(set);
    return worlds;
  }

  private BitSet level(int level) {
    var worlds = new BitSet();
    for (var part : parts) {
      for (long at = part.levelStart(level); at < part.levelEnd(level); at++) {
        int item = part.item(at);
        if (isHeader(item)) {
          worlds.set(world(item));
        }
      }
    }
    return worlds;
  }

  public long bytes() {
    return parts.stream().mapToLong(Part::bytes).sum();
  }
}
