package io.sluice.cluster.membership;

import io.sluice.cluster.Member;
import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the members that one incarnation of a node has to do with, for a protocol that knows
 * processes by number. The numbers mean nothing to other nodes. A number that the protocol no
 * longer mentions is given to another member.
 */
final class Identities {

  /** Fewer numbers are not worth looking for free ones. */
  private static final int FEW = 64;

  private final Map<Member, Integer> numbers = new HashMap<>();
  private final List<Member> members = new ArrayList<>();
  private final List<Integer> free = new ArrayList<>();

  /**
   * The number of a member; a new one if it has none. Its name is known from now on if it has one.
   */
  int number(Member member) {
    Integer known = numbers.get(member);
    if (known != null) {
      if (!member.name().equals(member(known).name()) && member.isNamed()) {
        members.set(known, member);
      }
      return known;
    }
    int number = free.isEmpty() ? members.size() : free.removeLast();
    if (number == members.size()) {
      members.add(member);
    } else {
      members.set(number, member);
    }
    numbers.put(member, number);
    return number;
  }

  ProcessSet numbers(Iterable<Member> some) {
    var set = ProcessSet.EMPTY;
    for (Member member : some) {
      set = set.plus(number(member));
    }
    return set;
  }

  /** Whether a member has a number, and the set contains it. */
  boolean isIn(ProcessSet set, Member member) {
    Integer known = numbers.get(member);
    return known != null && set.contains(known);
  }

  Member member(int number) {
    return members.get(number);
  }

  /** The members with these numbers, in the order of the numbers. */
  List<Member> members(ProcessSet set) {
    var some = new ArrayList<Member>();
    set.forEach(number -> some.add(member(number)));
    return some;
  }

  /** Whether enough numbers are given that it is worth freeing some. */
  boolean areMany() {
    return numbers.size() > FEW;
  }

  /** Frees all numbers but these. */
  void retain(ProcessSet mentioned) {
    numbers
        .values()
        .removeIf(
            number -> {
              boolean unused = !mentioned.contains(number);
              if (unused) {
                free.add(number);
              }
              return unused;
            });
  }
}
