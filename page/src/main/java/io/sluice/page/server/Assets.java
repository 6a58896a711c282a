package io.sluice.page.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files of the page. Only those listed here are ever read. */
public final class Assets {

  /** The modules of the page, each after those that it imports. */
  public static final List<String> SCRIPTS =
      List.of(
          "dom.js",
          "source.js",
          "offline.js",
          "model.js",
          "stage.js",
          "diagram.js",
          "choices.js",
          "gallery.js",
          "beside.js",
          "keys.js",
          "main.js");

  /** The modules of the view of a pipeline. */
  private static final List<String> PIPELINE_SCRIPTS = List.of("series.js", "pipeline.js");

  /** The style sheets of the theatre: colours and type first, then the arrangement. */
  public static final List<String> STYLES = List.of("look.css", "page.css");

  private static final String PIPELINE_STYLE = "pipeline.css";

  /** The frames of the page: of the theatre, and of a pipeline. */
  public static final String THEATRE = "index.html";

  public static final String PIPELINE = "pipeline.html";

  private static final Map<String, String> TYPES =
      Map.of("html", "text/html", "css", "text/css", "js", "text/javascript");

  private Assets() {}

  /**
   * The file behind a path of the server, if there is one.
   *
   * @param frame the file that the root is
   */
  static Optional<Route.Content> find(String path, String frame) {
    String name = path.equals("/") ? frame : path.substring(1);
    boolean known =
        name.equals(frame)
            || name.equals(PIPELINE_STYLE)
            || SCRIPTS.contains(name)
            || PIPELINE_SCRIPTS.contains(name)
            || STYLES.contains(name);
    return known ? Optional.of(new Route.Content(type(name), text(name))) : Optional.empty();
  }

  private static String type(String name) {
    return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain")
        + "; charset=utf-8";
  }

  /** The text of a file of the page. */
  public static String text(String name) {
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
