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

  /** One entry each, on three processes or groups of 2x1; of each order of a pipeline one. */
  public static Stream<Scope<?, ?>> small() {
    return Catalogue.builtIn().all().stream().map(CatalogueScopes::small);
  }

  /** The same without those that are given orders. */
  public static Stream<Scope<?, ?>> withoutOrders() {
    return small().filter(scope -> scope.orders().isEmpty());
  }

  private static <S, M> Scope<S, M> small(Algorithm<S, M> algorithm) {
    return switch (algorithm.family()) {
      case EXCLUSIVE, READ_WRITE, PRIORITY, ELECTION -> Scope.of(algorithm, Layout.plain(3), 1);
      case GROUP, ROOM -> Scope.of(algorithm, Layout.groups(2, 1), 1);
      case MEMBERSHIP -> Scope.of(algorithm, Layout.plain(2), 1).withOrders(oneEach(algorithm));
      case SCALING ->
          Scope.of(algorithm, Layout.groups(1, 1).plusPool(1), 1).withOrders(oneEach(algorithm));
    };
  }

  private static Map<String, Integer> oneEach(Algorithm<?, ?> algorithm) {
    var orders = new HashMap<String, Integer>();
    algorithm.orders().forEach(kind -> orders.put(kind.name(), 1));
    return orders;
  }
}
