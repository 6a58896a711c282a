package io.sluice.page.server;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of the page. Only those listed here are ever read. */
public final class Assets {

  /** The modules of the page, each after those that it imports. */
  public static final List<String> SCRIPTS =
      List.of(
          "dom.js",
          "look.js",
          "source.js",
          "offline.js",
          "model.js",
          "stage.js",
          "diagram.js",
          "choices.js",
          "gallery.js",
          "beside.js",
          "recorded.js",
          "keys.js",
          "main.js");

  /** The modules of the views of what runs. */
  private static final List<String> LIVE_SCRIPTS =
      List.of("live.js", "series.js", "pipeline.js", "locks.js");

  /** The style sheets of the theatre: colours and type first, then the arrangement. */
  public static final List<String> STYLES = List.of("look.css", "page.css");

  private static final List<String> LIVE_STYLES = List.of("live.css", "pipeline.css", "locks.css");

  /** The frames of the page: of the theatre, of pipelines, and of the locks of a cluster. */
  public static final String THEATRE = "index.html";

  public static final String PIPELINE = "pipeline.html";

  public static final String LOCKS = "locks.html";

  /**
   * What is special about a frame.
   *
   * @param styles its style sheets, in their order
   */
  private record Head(String title, List<String> styles, String script) {

    String html() {
      String template = read("frame.html");
      String link =
          template.lines().filter(line -> line.contains("STYLE")).findFirst().orElseThrow();
      return template
          .replace("TITLE", title)
          .replace("SCRIPT", script)
          .replace(
              link,
              styles.stream().map(name -> link.replace("STYLE", name)).collect(joining("\n")));
    }
  }

  private static final Map<String, Head> FRAMES =
      Map.of(
          THEATRE, new Head("Sluice theatre", STYLES, "main.js"),
          PIPELINE,
              new Head(
                  "Sluice pipeline",
                  List.of("look.css", "live.css", "pipeline.css"),
                  "pipeline.js"),
          LOCKS,
              new Head("Sluice locks", List.of("look.css", "live.css", "locks.css"), "locks.js"));

  private static final Map<String, String> TYPES =
      Map.of("html", "text/html", "css", "text/css", "js", "text/javascript");

  private Assets() {}

  /**
   * The file behind a path of the server, if there is one.
   *
   * @param frames the frames that can be opened; the root is the first
   */
  static Optional<Route.Content> find(String path, List<String> frames) {
    String name = path.equals("/") ? frames.getFirst() : path.substring(1);
    boolean known =
        Stream.of(frames, SCRIPTS, LIVE_SCRIPTS, STYLES, LIVE_STYLES)
            .anyMatch(files -> files.contains(name));
    return known ? Optional.of(new Route.Content(type(name), text(name))) : Optional.empty();
  }

  private static String type(String name) {
    return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain")
        + "; charset=utf-8";
  }

  /** The text of a file of the page. */
  public static String text(String name) {
    var head = Optional.ofNullable(FRAMES.get(name));
    return head.isPresent() ? head.get().html() : read(name);
  }

  private static String read(String name) {
    try (var in = Assets.class.getResourceAsStream("/io/sluice/page/web/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the page lacks its file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
