package io.sluice.page.server;

import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/** What answers the requests of one path. */
public sealed interface Route {

  /** Reads something and changes nothing. */
  @FunctionalInterface
  non-sealed interface Read extends Route {
    ObjectNode answer(Query query);
  }

  /** Takes a text that a reader sends; only with the token of the printed link. */
  @FunctionalInterface
  non-sealed interface Take extends Route {
    ObjectNode answer(String body);
  }

  /** Tells how something goes on, until it has ended. */
  @FunctionalInterface
  non-sealed interface Follow extends Route {
    void follow(Query query, Events events) throws IOException;
  }

  /** Gives a file to keep. */
  @FunctionalInterface
  non-sealed interface Download extends Route {
    Content answer(Query query);
  }

  /** The bytes of a file and their type. */
  record Content(String type, String text) {}

  /** Where a route writes events; each reaches the browser at once. */
  @FunctionalInterface
  interface Events {
    void send(ObjectNode event) throws IOException;
  }
}
