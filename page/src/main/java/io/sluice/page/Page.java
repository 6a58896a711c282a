package io.sluice.page;

import io.sluice.lab.explore.Scope;
import io.sluice.page.pipeline.Load;
import io.sluice.page.pipeline.PipelineView;
import io.sluice.page.server.Assets;
import io.sluice.page.server.PageServer;
import io.sluice.page.theatre.ScopeQuery;
import io.sluice.page.theatre.Theatre;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.streams.Running;
import java.util.Optional;

/**
 * The page as it runs: a server on this machine, until it is closed.
 *
 * @see io.sluice.page the package for an example
 */
public final class Page implements AutoCloseable {

  private final PageServer server;
  private final Optional<String> start;
  private final Runnable ending;

  private Page(PageServer server, Optional<String> start, Runnable ending) {
    this.server = server;
    this.start = start;
    this.ending = ending;
  }

  /** Begins to describe a theatre for the protocols of a catalogue. */
  public static OfTheatre theatre(Catalogue catalogue) {
    return new OfTheatre(catalogue);
  }

  /** Begins to describe a view of a pipeline that runs. */
  public static OfPipeline of(Running running) {
    return new OfPipeline(running);
  }

  /** A theatre that has not been started. */
  public static final class OfTheatre {
    private final Catalogue catalogue;
    private int port;
    private Optional<String> start = Optional.empty();

    private OfTheatre(Catalogue catalogue) {
      this.catalogue = catalogue;
    }

    /** The port to listen on; any that is free if it is not given. */
    public OfTheatre port(int number) {
      port = number;
      return this;
    }

    /** The scope that the theatre opens with; its first screen if none is given. */
    public OfTheatre at(Scope<?, ?> scope) {
      start = Optional.of(ScopeQuery.write(scope, catalogue));
      return this;
    }

    /** Starts the server. */
    public Page start() {
      var theatre = new Theatre(catalogue);
      var server = new PageServer(port, Assets.THEATRE, theatre.routes());
      return new Page(server, start, () -> {});
    }
  }

  /** A view of a pipeline that has not been started. */
  public static final class OfPipeline {
    private final Running running;
    private int port;
    private Optional<Load> load = Optional.empty();

    private OfPipeline(Running running) {
      this.running = running;
    }

    /** The port to listen on; any that is free if it is not given. */
    public OfPipeline port(int number) {
      port = number;
      return this;
    }

    /** Lets the reader change the load, and shows what arrived. */
    public OfPipeline load(Load chosen) {
      load = Optional.of(chosen);
      return this;
    }

    /** Starts the server. */
    public Page start() {
      var view = new PipelineView(running, load);
      var server = new PageServer(port, Assets.PIPELINE, view.routes());
      return new Page(server, Optional.empty(), view::close);
    }
  }

  /** The address of the page without its token: it can read everything and send nothing. */
  public String address() {
    return server.address() + start.map(query -> "#" + query).orElse("");
  }

  /** The link to open, with the token. */
  public String link() {
    String query = start.map(text -> text + "&").orElse("");
    return server.address() + "#" + query + "token=" + server.secret();
  }

  @Override
  public void close() {
    ending.run();
    server.close();
  }
}
