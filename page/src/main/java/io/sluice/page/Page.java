package io.sluice.page;

import io.sluice.lab.explore.Scope;
import io.sluice.locks.Sluice;
import io.sluice.page.locks.LocksView;
import io.sluice.page.pipeline.Load;
import io.sluice.page.pipeline.PipelinesView;
import io.sluice.page.server.Assets;
import io.sluice.page.server.PageServer;
import io.sluice.page.server.Route;
import io.sluice.page.theatre.ScopeQuery;
import io.sluice.page.theatre.Theatre;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.streams.Running;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

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
  public static Live of(Running running) {
    return new Live(Optional.of(alone(running)), Optional.empty());
  }

  private static Supplier<Map<String, Running>> alone(Running running) {
    var only = Map.of(running.snapshot().pipeline(), running);
    return () -> only;
  }

  /** Begins to describe a view of the locks of a cluster that a node has joined. */
  public static Live of(Sluice sluice) {
    return new Live(Optional.empty(), Optional.of(sluice));
  }

  /** Begins to describe a view of a pipeline that runs, and of the locks of a cluster. */
  public static Live of(Sluice sluice, Running running) {
    return new Live(Optional.of(alone(running)), Optional.of(sluice));
  }

  /** A theatre that has not been started. */
  public static final class OfTheatre {
    private final Catalogue catalogue;
    private int port;
    private Optional<String> start = Optional.empty();
    private List<String> files = List.of();

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

    /**
     * The files that the theatre opens with: one trace, or recordings of the nodes of one cluster.
     *
     * @param texts what is in the files
     */
    public OfTheatre open(List<String> texts) {
      files = List.copyOf(texts);
      start = Optional.of("opened=1");
      return this;
    }

    /**
     * Starts the server.
     *
     * @throws IllegalArgumentException if the files cannot be opened; the message says why
     */
    public Page start() {
      var theatre = new Theatre(catalogue);
      if (!files.isEmpty()) {
        theatre.open(files);
      }
      var server = new PageServer(port, List.of(Assets.THEATRE), theatre.routes());
      return new Page(server, start, () -> {});
    }
  }

  /** A view of what runs, not started yet. */
  public static final class Live {
    private Optional<Supplier<? extends Map<String, ? extends Running>>> running;
    private final Optional<Sluice> sluice;
    private int port;
    private String cluster = "locks";
    private Optional<Load> load = Optional.empty();

    private Live(Optional<Supplier<Map<String, Running>>> running, Optional<Sluice> sluice) {
      this.running = running.map(alone -> alone);
      this.sluice = sluice;
    }

    /** The port to listen on; any that is free if it is not given. */
    public Live port(int number) {
      port = number;
      return this;
    }

    /** What the cluster is called on the page. */
    public Live cluster(String name) {
      cluster = name;
      return this;
    }

    /**
     * Also shows pipelines, which may begin and end while the page is open.
     *
     * @param now those that run now, by their names
     */
    public Live pipelines(Supplier<? extends Map<String, ? extends Running>> now) {
      running = Optional.of(now);
      return this;
    }

    /** Lets the reader change the load of the pipeline, and shows what arrived. */
    public Live load(Load chosen) {
      load = Optional.of(chosen);
      return this;
    }

    /** Starts the server. */
    public Page start() {
      var routes = new HashMap<String, Route>();
      var frames = new ArrayList<String>();
      var endings = new ArrayList<Runnable>();
      running.ifPresent(
          pipelines -> {
            var view = new PipelinesView(pipelines, load);
            frames.add(Assets.PIPELINE);
            routes.putAll(view.routes());
            endings.add(view::close);
          });
      sluice.ifPresent(
          node -> {
            var view = new LocksView(cluster, node.inspect());
            frames.add(Assets.LOCKS);
            routes.putAll(view.routes());
            endings.add(view::close);
          });
      routes.put("/api/views", (Route.Read) _ -> views(frames));
      var server = new PageServer(port, frames, routes);
      return new Page(server, Optional.empty(), () -> endings.forEach(Runnable::run));
    }
  }

  /** The views that a reader can choose from. */
  private static ObjectNode views(List<String> frames) {
    var root = JsonMapper.builder().build().createObjectNode();
    frames.forEach(root.putArray("frames")::add);
    return root;
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
