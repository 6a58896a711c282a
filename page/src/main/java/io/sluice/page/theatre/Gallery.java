package io.sluice.page.theatre;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What the first screen offers: protocols to break, one that holds, and all others. */
final class Gallery {

  /**
   * A scope worth opening.
   *
   * @param par the fewest choices that show the error, or 0 where there is none
   */
  record Piece(String query, String title, String text, int par) {}

  static final List<Piece> PIECES =
      List.of(
          new Piece(
              "p=maekawa-basic&nodes=3",
              "Three quorums, one circle",
              "Maekawa's first algorithm: each process needs the votes of its quorum. Make all three"
                  + " wait for each other.",
              7),
          new Piece(
              "p=2fgme-published&groups=2x1",
              "A deadlock in print",
              "Two groups share a section. The algorithm was published with a mistake; find the order"
                  + " of messages that shows it.",
              16),
          new Piece(
              "p=lamport&nodes=2&entries=2&fifo=no",
              "Lamport without FIFO",
              "Lamport's algorithm needs channels that keep the order. Here they do not: let two"
                  + " processes inside together.",
              6),
          new Piece(
              "p=ricart-agrawala&nodes=2&losses=1",
              "One lost message",
              "Ricart and Agrawala assume that no message is lost. You may lose one: which?",
              4),
          new Piece(
              "p=scaling-published&groups=1x1&order.duplicate=2",
              "Two instances that never meet",
              "Neighbouring operators duplicate themselves at the same time. Leave two instances"
                  + " without a link.",
              10),
          new Piece(
              "p=ricart-agrawala&nodes=3",
              "One that holds",
              "Ricart and Agrawala, 1981, as it was meant. Every choice is safe: try to break it.",
              0));

  private Gallery() {}

  static void write(ObjectNode root, Catalogue catalogue) {
    var pieces = root.putArray("pieces");
    for (var piece : PIECES) {
      pieces
          .addObject()
          .put("query", piece.query)
          .put("title", piece.title)
          .put("text", piece.text)
          .put("par", piece.par);
    }
    var protocols = root.putArray("protocols");
    catalogue.all().forEach(algorithm -> protocols.add(protocol(algorithm)));
  }

  private static ObjectNode protocol(Algorithm<?, ?> algorithm) {
    var node = WorldJson.MAPPER.createObjectNode();
    node.put("name", algorithm.name());
    node.put("family", algorithm.family().title());
    node.put("grouped", algorithm.family().toSearch().groups() > 1);
    node.put("flaw", algorithm.flaw().orElse(""));
    return node;
  }
}
