package io.sluice.lab.explore.world;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.world.Rewriter.Change;
import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Processes that are alike change places. */
public final class Permutation implements Change {

  private final int number;
  private final int[] places;

  private Permutation(int number, int[] places) {
    this.number = number;
    this.places = places;
  }

  /** All that a scope allows; the first changes nothing. */
  public static List<Permutation> of(Scope<?, ?> scope) {
    int[] unchanged = new int[scope.layout().size()];
    Arrays.setAll(unchanged, node -> node);
    List<int[]> all = List.of(unchanged);
    if (scope.symmetry()) {
      for (ProcessSet set : scope.algorithm().interchangeable().apply(scope.layout())) {
        var members = new ArrayList<Integer>();
        set.forEach(members::add);
        all = all.stream().flatMap(places -> exchanges(places, members, 0).stream()).toList();
      }
    }
    var permutations = new ArrayList<Permutation>();
    for (int[] places : all) {
      permutations.add(new Permutation(permutations.size(), places));
    }
    return List.copyOf(permutations);
  }

  private static List<int[]> exchanges(int[] places, List<Integer> members, int from) {
    if (from >= members.size() - 1) {
      return List.of(places);
    }
    var all = new ArrayList<int[]>();
    for (int k = from; k < members.size(); k++) {
      int[] swapped = places.clone();
      swapped[members.get(from)] = places[members.get(k)];
      swapped[members.get(k)] = places[members.get(from)];
      all.addAll(exchanges(swapped, members, from + 1));
    }
    return all;
  }

  /** Which of all it is, from 0 up. */
  public int number() {
    return number;
  }

  @Override
  public int node(int node) {
    return places[node];
  }
}
