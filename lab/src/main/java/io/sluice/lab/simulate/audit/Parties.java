package io.sluice.lab.simulate.audit;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Processes and claims sorted into parties whose members are all alike to the conflict rule: those
 * of one group that claim the same room and unit. To judge an entry it is then enough to look at
 * the rival parties, however many processes there are.
 */
final class Parties {

  /** The members of a group that claim the same room and unit. */
  static final class Party {
    private final int index;
    private final int group;
    private final Claim claim;
    private final List<Party> rivals = new ArrayList<>();

    private Party(int index, int group, Claim claim) {
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

    /** The parties that must not be inside at the same time; this one too if each is alone. */
    List<Party> rivals() {
      return rivals;
    }
  }

  private record Key(int group, String room, int unit) {}

  private final Layout layout;
  private final Map<Key, Party> byKey = new HashMap<>();
  private final Map<Integer, List<Party>> byGroup = new HashMap<>();

  Parties(Layout layout) {
    this.layout = layout;
  }

  /** The party of a process with its claim. */
  Party of(int node, Claim claim) {
    var key = new Key(layout.group(node), claim.room(), claim.unit());
    var known = byKey.get(key);
    return known == null ? add(node, claim, key) : known;
  }

  private Party add(int node, Claim claim, Key key) {
    var party = new Party(byKey.size(), key.group, claim);
    byKey.put(key, party);
    byGroup.computeIfAbsent(key.group, _ -> new ArrayList<>()).add(party);
    // Competitors come in ascending order, so those of one group follow each other.
    int[] seen = {-1};
    layout
        .competitors(node)
        .forEach(
            competitor -> {
              int group = layout.group(competitor);
              if (group != seen[0]) {
                seen[0] = group;
                meet(party, node, competitor, byGroup.getOrDefault(group, List.of()));
              }
            });
    return party;
  }

  private void meet(Party party, int node, int competitor, List<Party> others) {
    for (var other : others) {
      if (!layout.compatible(node, party.claim, competitor, other.claim)) {
        party.rivals.add(other);
        if (other != party) {
          other.rivals.add(party);
        }
      }
    }
  }
}
