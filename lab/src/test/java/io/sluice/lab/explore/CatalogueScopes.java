package io.sluice.lab.explore;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** A small scope of every protocol of the catalogue, so that no test forgets a new one. */
public final class CatalogueScopes {

  private CatalogueScopes() {}

  /** One entry each, on the family's processes for a search; of each order of a pipeline one. */
  public static Stream<Scope<?, ?>> small() {
    return Catalogue.builtIn().all().stream().map(CatalogueScopes::small);
  }

  /** The same without those that are given orders. */
  public static Stream<Scope<?, ?>> withoutOrders() {
    return small().filter(scope -> scope.orders().isEmpty());
  }

  private static <S, M> Scope<S, M> small(Algorithm<S, M> algorithm) {
    var layout = algorithm.family().toSearch();
    if (algorithm.orders().isEmpty()) {
      return Scope.of(algorithm, layout, 1);
    }
    // Orders make many worlds: a pipeline may grow by one instance, else two processes will do.
    var smaller = layout.groups() > 1 ? layout.plusPool(1) : Layout.plain(2);
    return Scope.of(algorithm, smaller, 1).withOrders(oneEach(algorithm));
  }

  private static Map<String, Integer> oneEach(Algorithm<?, ?> algorithm) {
    var orders = new HashMap<String, Integer>();
    algorithm.orders().forEach(kind -> orders.put(kind.name(), 1));
    return orders;
  }
}
