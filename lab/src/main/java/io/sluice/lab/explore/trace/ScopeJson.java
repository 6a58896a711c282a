package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.layout.JsonField;
import io.sluice.lab.layout.LayoutJson;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/** The rarer parts of a scope as JSON; each is written only where it is not the usual one. */
final class ScopeJson {

  private static final int MOST = 1_000_000;

  private ScopeJson() {}

  static void write(Scope<?, ?> scope, ObjectNode root) {
    var layout = scope.layout();
    if (!layout.newcomers().isEmpty()) {
      var names = root.putArray("newcomers");
      layout.newcomers().forEach(node -> names.add(layout.name(node)));
    }
    if (!scope.churn().equals(Churn.NONE)) {
      root.putObject("churn")
          .put("joins", scope.churn().joins())
          .put("departures", scope.churn().departures())
          .put("withdrawals", scope.churn().withdrawals());
    }
    if (!scope.orders().isEmpty()) {
      scope.orders().forEach(root.putObject("orders")::put);
    }
    var family = scope.algorithm().family();
    for (int node = 0; node < layout.size(); node++) {
      if (!scope.claims().apply(node).equals(family.claims(layout, node))) {
        writeClaims(scope, root);
        return;
      }
    }
  }

  private static void writeClaims(Scope<?, ?> scope, ObjectNode root) {
    var all = root.putObject("claims");
    for (int node = 0; node < scope.layout().size(); node++) {
      var claims = all.putArray(scope.layout().name(node));
      for (var claim : scope.claims().apply(node)) {
        claims
            .addObject()
            .put("room", claim.room())
            .put("priority", claim.priority())
            .put("unit", claim.unit());
      }
    }
  }

  static Layout newcomers(JsonField root, Layout layout) {
    if (!root.has("newcomers")) {
      return layout;
    }
    var names = IntStream.range(0, layout.size()).mapToObj(layout::name).toList();
    var newcomers = ProcessSet.EMPTY;
    for (var name : root.field("newcomers").items()) {
      newcomers = newcomers.plus(LayoutJson.place(name, names));
    }
    if (newcomers.size() == layout.size()) {
      throw root.field("newcomers")
          .wrong("at least one process must be a member from the beginning");
    }
    return layout.withNewcomers(newcomers);
  }

  static <S, M> Scope<S, M> read(JsonField root, Scope<S, M> plain) {
    var scope = plain;
    if (root.has("churn")) {
      var churn = root.field("churn");
      scope =
          scope.with(
              new Churn(
                  churn.field("joins").number(0, Scope.MOST_NODES),
                  departures(churn).number(0, Scope.MOST_NODES),
                  churn.field("withdrawals").number(0, MOST)));
    }
    if (root.has("orders")) {
      var orders = new HashMap<String, Integer>();
      for (var kind : scope.algorithm().orders()) {
        if (root.field("orders").has(kind.name())) {
          orders.put(kind.name(), root.field("orders").field(kind.name()).number(0, MOST));
        }
      }
      scope = scope.withOrders(orders);
    }
    return root.has("claims") ? scope.withClaims(claims(root, scope.layout())::get) : scope;
  }

  /** Files of earlier versions call departures "leaves". */
  private static JsonField departures(JsonField churn) {
    return churn.field(churn.has("leaves") ? "leaves" : "departures");
  }

  private static Map<Integer, List<Claim>> claims(JsonField root, Layout layout) {
    var claims = new HashMap<Integer, List<Claim>>();
    for (int node = 0; node < layout.size(); node++) {
      claims.put(
          node,
          root.field("claims").field(layout.name(node)).items().stream()
              .map(
                  claim ->
                      new Claim(
                          claim.field("room").text(),
                          claim.field("priority").number(-MOST, MOST),
                          claim.field("unit").number(Claim.ANY_UNIT, MOST)))
              .toList());
    }
    return claims;
  }
}
