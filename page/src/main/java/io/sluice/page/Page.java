package io.sluice.page;

import io.sluice.lab.explore.Scope;
import io.sluice.page.server.PageServer;
import io.sluice.page.theatre.ScopeQuery;
import io.sluice.page.theatre.Theatre;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.Optional;

/**
 * The page as it runs: a server on this machine, until it is closed.
 *
 * @see io.sluice.page the package for an example
 */
public final class Page implements AutoCloseable {

  private final PageServer server;
  private final Optional<String> start;

  private Page(PageServer server, Optional<String> start) {
    this.server = server;
    this.start = start;
  }

  /** Begins to describe a theatre for the protocols of a catalogue. */
  public static Builder theatre(Catalogue catalogue) {
    return new Builder(catalogue);
  }

  /** A page that has not been started. */
  public static final class Builder {
    private final Catalogue catalogue;
    private int port;
    private Optional<String> start = Optional.empty();

    private Builder(Catalogue catalogue) {
      this.catalogue = catalogue;
    }

    /** The port to listen on; any that is free if it is not given. */
    public Builder port(int number) {
      port = number;
      return this;
    }

    /** The scope that the theatre opens with; its first screen if none is given. */
    public Builder at(Scope<?, ?> scope) {
      start = Optional.of(ScopeQuery.write(scope, catalogue));
      return this;
    }

    /** Starts the server. */
    public Page start() {
      return new Page(new PageServer(port, new Theatre(catalogue).routes()), start);
    }
  }

  /** The address of the page without its token: it can read everything and send nothing. */
  public String address() {
    return server.address() + start.map(query -> "#" + query).orElse("");
  }

  /** The link to open, with the token. */
  public String link() {
    return server.address()
        + "#"
        + start.map(query -> query + "&").orElse("")
        + "token="
        + server.secret();
  }

  @Override
  public void close() {
    server.close();
  }
}
