package io.sluice.lab.simulate.audit;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Processes and claims sorted into classes whose members are all alike to the conflict rule: those
 * of one group that claim the same room and unit. To judge an entry it is then enough to look at
 * the rival classes, however many processes there are.
 */
final class ConflictClasses {

  /** The members of a group that claim the same room and unit. */
  static final class ConflictClass {
    private final int index;
    private final int group;
    private final Claim claim;
    private final List<ConflictClass> rivals = new ArrayList<>();

    private ConflictClass(int index, int group, Claim claim) {
      this.index = index;
      this.group = group;
      this.claim = claim;
    }

    /** Counts from 0 in the order of appearance. */
    int index() {
      return index;
    }

    int group() {
      return group;
    }

    String room() {
      return claim.room();
    }

    /** The classes that must not be inside at the same time; this one too if each is alone. */
    List<ConflictClass> rivals() {
      return rivals;
    }
  }

  private record Key(int group, String room, int unit) {}

  private final Layout layout;
  private final Map<Key, ConflictClass> byKey = new HashMap<>();
  private final Map<Integer, List<ConflictClass>> byGroup = new HashMap<>();

  ConflictClasses(Layout layout) {
    this.layout = layout;
  }

  /** The class of a process with its claim. */
  ConflictClass of(int process, Claim claim) {
    var key = new Key(layout.group(process), claim.room(), claim.unit());
    var known = byKey.get(key);
    return known == null ? add(process, claim, key) : known;
  }

  private ConflictClass add(int process, Claim claim, Key key) {
    var conflictClass = new ConflictClass(byKey.size(), key.group, claim);
    byKey.put(key, conflictClass);
    byGroup.computeIfAbsent(key.group, _ -> new ArrayList<>()).add(conflictClass);
    // Competitors come in ascending order, so those of one group follow each other.
    int[] seen = {-1};
    layout
        .competitors(process)
        .forEach(
            competitor -> {
              int group = layout.group(competitor);
              if (group != seen[0]) {
                seen[0] = group;
                meet(conflictClass, process, competitor, byGroup.getOrDefault(group, List.of()));
              }
            });
    return conflictClass;
  }

  private void meet(
      ConflictClass conflictClass, int process, int competitor, List<ConflictClass> others) {
    for (var other : others) {
      if (!layout.compatible(process, conflictClass.claim, competitor, other.claim)) {
        conflictClass.rivals.add(other);
        if (other != conflictClass) {
          other.rivals.add(conflictClass);
        }
      }
    }
  }
}
