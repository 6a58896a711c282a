package io.sluice.bench.streams.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Watches results as they are committed: the longest time without one, for each key, and which
 * bundle or instance made it. One thread adds, others ask.
 */
final class Gaps {

  private static final class OfKey {
    long last;
    long longest;
    String first = "";
    String latest = "";
  }

  private final Map<String, OfKey> keys = new HashMap<>();
  private Optional<String> awaited = Optional.empty();
  private OptionalLong seen = OptionalLong.empty();

  /** Looks for gaps from now on. */
  synchronized void begin() {
    long now = System.nanoTime();
    keys.values()
        .forEach(
            each -> {
              each.longest = 0;
              each.first = each.latest;
              each.last = now;
            });
  }

  /** A result: {@code key time bundle}. */
  synchronized void add(String line, long now) {
    var parts = line.split(" ", -1);
    var key = keys.computeIfAbsent(parts[0], _ -> new OfKey());
    if (key.last != 0) {
      key.longest = Math.max(key.longest, now - key.last);
    }
    key.last = now;
    key.latest = parts[2];
    if (seen.isEmpty() && awaited.filter(parts[2]::equals).isPresent()) {
      seen = OptionalLong.of(now);
    }
  }

  /** From now on, waits for the first result of this bundle. */
  synchronized void await(String bundle) {
    awaited = Optional.of(bundle);
    seen = OptionalLong.empty();
  }

  synchronized OptionalLong seen() {
    return seen;
  }

  synchronized long results() {
    return keys.size();
  }

  /** The longest time without a result, of the key that had none for longest, in milliseconds. */
  synchronized double longestOfAKey() {
    long now = System.nanoTime();
    return keys.values().stream()
            .mapToLong(each -> Math.max(each.longest, now - each.last))
            .max()
            .orElse(0)
        / 1e6;
  }

  /** The median of the longest gaps of keys that have moved to another bundle, or have not. */
  synchronized double median(boolean moved) {
    List<Long> all = new ArrayList<>();
    keys.values().stream()
        .filter(each -> !each.first.isEmpty() && each.first.equals(each.latest) != moved)
        .forEach(each -> all.add(each.longest));
    all.sort(null);
    return all.isEmpty() ? Double.NaN : all.get(all.size() / 2) / 1e6;
  }
}
