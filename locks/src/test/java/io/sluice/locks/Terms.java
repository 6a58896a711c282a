package io.sluice.locks;

import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the callbacks of candidates have been told, and whether it may be so. Each process has one
 * candidate, and says {@code granted AT FENCE} when its granted callback begins, and {@code revoked
 * FROM TO FENCE HELD} when its revoked callback ends, where {@code HELD} is whether its node has
 * been a member without interruption since the grant: then the term has ended in order, and the
 * leadership was released after {@code TO}.
 */
public final class Terms {

  /** The granted callback has begun. */
  private record Granted(String process, long at, long fence) {}

  /** The revoked callback was called, and has returned. */
  private record Revoked(Granted term, long from, long to, boolean held) {}

  private final List<Granted> granted = new ArrayList<>();
  private final List<Revoked> revoked = new ArrayList<>();

  private Terms() {}

  /** What these processes have said; fails if the callbacks of one were not told in turn. */
  public static Terms of(ContenderProcesses contenders) {
    return of(contenders.said());
  }

  static Terms of(List<Said> all) {
    var terms = new Terms();
    all.forEach(terms::add);
    return terms;
  }

  private void add(Said said) {
    Optional<Granted> open = Optional.empty();
    Set<Long> known = new HashSet<>();
    Set<Long> led = new HashSet<>();
    for (String[] words : said.words()) {
      switch (words[0]) {
        case "granted" -> {
          if (open.isPresent()) {
            fail("granted again before it was told the end of %s", open.get());
          }
          var term =
              new Granted(said.process(), Long.parseLong(words[1]), Long.parseLong(words[2]));
          open = Optional.of(term);
          known.add(term.fence());
          granted.add(term);
        }
        case "revoked" -> {
          revoked.add(revoked(said, open, words));
          open = Optional.empty();
        }
        case "in" -> led.add(Held.Part.parse(words[2]).fence());
        case "unrevoked" -> fail("%s lost a term and was not told: %s", said.process(), words[1]);
        default -> {}
      }
    }
    if (!said.killed() && open.isPresent()) {
      fail("never told the end of %s", open.get());
    }
    if (!said.killed() && !known.containsAll(led)) {
      fail("%s has led with %s, and was granted %s", said.process(), led, known);
    }
  }

  private static Revoked revoked(Said said, Optional<Granted> open, String[] words) {
    var term = open.filter(each -> each.fence() == Long.parseLong(words[3]));
    if (term.isEmpty()) {
      fail("%s was told the end of no term of its own: %s", said.process(), List.of(words));
    }
    return new Revoked(
        term.get(),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Boolean.parseBoolean(words[4]));
  }

  /**
   * No two terms have the same fence, those of each candidate rise, and after a term that ended in
   * order no callback is told of a higher one before the revoked callback has returned.
   *
   * @param atLeast how many terms must have ended in order, so that there is something to judge
   */
  public void check(int atLeast) {
    Map<String, Granted> latest = new HashMap<>();
    for (Granted term : granted) {
      var before = latest.put(term.process(), term);
      if (before != null && before.fence() >= term.fence()) {
        fail("%s%nand then %s", before, term);
      }
    }
    var byFence = granted.stream().sorted(Comparator.comparingLong(Granted::fence)).toList();
    for (int i = 1; i < byFence.size(); i++) {
      if (byFence.get(i).fence() == byFence.get(i - 1).fence()) {
        fail("the same fence: %s%nand %s", byFence.get(i - 1), byFence.get(i));
      }
    }
    var inOrder = revoked.stream().filter(Revoked::held).toList();
    for (Revoked end : inOrder) {
      for (Granted next : byFence) {
        if (next.fence() > end.term().fence() && next.at() - end.to() < 0) {
          fail("%s%nbut already %s", end, next);
        }
      }
    }
    if (inOrder.size() < atLeast) {
      fail("only %d terms have ended in order", inOrder.size());
    }
  }
}
