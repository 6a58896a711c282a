package io.sluice.lab.simulate;

import java.util.List;

/**
 * What a run showed to be wrong with a protocol.
 *
 * @param rule what was broken, in the explorer's word for it: {@code exclusion}, or {@code
 *     invariant:} with a name
 * @param what the same in a sentence
 * @param at when, in nanoseconds from the start
 * @param who the processes concerned
 */
public record Violation(String rule, String what, long at, List<Integer> who) {

  public Violation {
    who = List.copyOf(who);
  }
}
