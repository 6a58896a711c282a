package io.sluice.page.theatre;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.trace.TraceFile;
import io.sluice.lab.layout.LayoutSpec;
import io.sluice.page.server.Query;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A scope as the parameters of a link: {@code p=2fgme-published&groups=2x1&losses=1}. A scope that
 * has no such form, such as one with a graph of its own, is one parameter {@code scope} with what
 * trace files hold.
 */
public final class ScopeQuery {

  private static final String WHOLE = "scope";
  private static final String ORDER = "order.";
  private static final String UNBOUNDED = "unbounded";
  private static final String SIZES = "[0-9]{1,2}(x[0-9]{1,2}){1,9}";

  private ScopeQuery() {}

  /**
   * Reads a scope.
   *
   * @throws IllegalArgumentException if there is none; the message says what is wrong
   */
  public static Scope<?, ?> read(Query query, Catalogue catalogue) {
    var whole = query.get(WHOLE);
    if (whole.isPresent()) {
      return TraceFile.readScope(whole.get(), catalogue);
    }
    String name = query.get("p").orElse("");
    var algorithm =
        catalogue
            .find(name)
            .orElseThrow(
                () -> new IllegalArgumentException("no protocol is named '%s'".formatted(name)));
    return scope(query, algorithm);
  }

  private static <S, M> Scope<S, M> scope(Query query, Algorithm<S, M> algorithm) {
    var orders = orders(query);
    int joins = query.number("joins", 0);
    var founders = layout(query, algorithm);
    var layout = joins == 0 ? founders : founders.plusNewcomers(joins);
    layout = layout.plusPool(orders.getOrDefault("duplicate", 0));
    var _ = algorithm.process(0, layout);
    return Scope.of(algorithm, layout, entries(query))
        .with(query.get("fifo").orElse("").equals("no") ? Channels.UNORDERED : Channels.FIFO)
        .with(
            new Faults(
                query.number("crashes", 0),
                query.number("losses", 0),
                query.number("duplicates", 0),
                query.number("pauses", 0),
                query.number("delays", 0)))
        .with(new Churn(joins, query.number("departures", 0), query.number("withdrawals", 0)))
        .withOrders(orders);
  }

  private static int entries(Query query) {
    return query.get("entries").orElse("").equals(UNBOUNDED)
        ? Scope.UNBOUNDED
        : query.number("entries", 1);
  }

  private static Layout layout(Query query, Algorithm<?, ?> algorithm) {
    var groups = query.get("groups");
    if (groups.isPresent()) {
      if (!groups.get().matches(SIZES)) {
        throw new IllegalArgumentException(
            "groups: write sizes with an x between them, such as 2x1");
      }
      return Layout.groups(
          Arrays.stream(groups.get().split("x", -1)).mapToInt(Integer::parseInt).toArray());
    }
    int nodes = query.number("nodes", 0);
    if (nodes > Scope.MOST_NODES) {
      throw new IllegalArgumentException("nodes: at most %d".formatted(Scope.MOST_NODES));
    }
    return nodes == 0 ? algorithm.family().toSearch() : Layout.plain(nodes);
  }

  private static Map<String, Integer> orders(Query query) {
    var orders = new HashMap<String, Integer>();
    for (String name : query.values().keySet()) {
      if (name.startsWith(ORDER)) {
        orders.put(name.substring(ORDER.length()), query.number(name, 0));
      }
    }
    return orders;
  }

  /** The parameters that stand for a scope: always the same for the same scope. */
  public static String write(Scope<?, ?> scope, Catalogue catalogue) {
    var values = values(scope);
    String whole = TraceFile.writeScope(scope);
    try {
      var again = read(new Query(values), catalogue);
      if (TraceFile.writeScope(again).equals(whole)) {
        return text(values);
      }
    } catch (IllegalArgumentException e) {
      // It has no short form.
    }
    return text(Map.of(WHOLE, whole));
  }

  private static Map<String, String> values(Scope<?, ?> scope) {
    var values = new LinkedHashMap<String, String>();
    values.put("p", scope.algorithm().name());
    switch (LayoutSpec.of(scope.layout().withoutPool())) {
      case LayoutSpec.Nodes(int number) ->
          values.put("nodes", String.valueOf(number - scope.churn().joins()));
      case LayoutSpec.Groups(var sizes) -> values.put("groups", sizes(sizes, scope));
      case LayoutSpec.Graph _, LayoutSpec.Pooled _ -> {}
    }
    values.put("entries", scope.unbounded() ? UNBOUNDED : String.valueOf(scope.entries()));
    if (scope.channels() == Channels.UNORDERED) {
      values.put("fifo", "no");
    }
    put(values, "crashes", scope.faults().crashes());
    put(values, "losses", scope.faults().losses());
    put(values, "duplicates", scope.faults().duplicates());
    put(values, "pauses", scope.faults().pauses());
    put(values, "delays", scope.faults().delays());
    put(values, "joins", scope.churn().joins());
    put(values, "departures", scope.churn().departures());
    put(values, "withdrawals", scope.churn().withdrawals());
    scope.orders().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(order -> put(values, ORDER + order.getKey(), order.getValue()));
    return values;
  }

  private static String sizes(List<Integer> sizes, Scope<?, ?> scope) {
    var founders = sizes.stream().mapToInt(Integer::intValue).toArray();
    founders[founders.length - 1] -= scope.churn().joins();
    return Arrays.stream(founders).mapToObj(String::valueOf).collect(Collectors.joining("x"));
  }

  private static void put(Map<String, String> values, String name, int number) {
    if (number > 0) {
      values.put(name, String.valueOf(number));
    }
  }

  private static String text(Map<String, String> values) {
    return values.entrySet().stream()
        .map(
            each ->
                each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
