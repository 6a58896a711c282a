package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.layout.JsonField;
import io.sluice.lab.layout.LayoutJson;
import io.sluice.lab.layout.LayoutSpec;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A trace as JSON, with all that is needed to run it again.
 *
 * <pre>{@code
 * {
 *   "sluiceTrace": 1,
 *   "protocol": "2fgme-published",
 *   "layout": {"groups": [2, 1]},
 *   "entries": 1,
 *   "channels": "fifo",
 *   "faults": {"crashes": 0, "losses": 0, "duplicates": 0},
 *   "newcomers": ["p3"], "churn": {"joins": 1, "departures": 0, "withdrawals": 0},
 *   "orders": {"change": 1}, "claims": {"p0": [{"room": "shared", "priority": 0, "unit": 0}]},
 *   "overtaking": false,
 *   "verdict": "deadlock",
 *   "what": "nothing can happen any more, and a1 still waits",
 *   "cycle": -1,
 *   "steps": [
 *     {"event": "ask", "node": "a0", "peer": null, "text": "",
 *      "sent": [{"to": "b0", "message": "Req[...]"}], "granted": false, "state": "State[...]"}
 *   ]
 * }
 * }</pre>
 *
 * <p>Newcomers, churn, orders and claims are written only where they are not the usual ones. Files
 * of earlier versions, with "leaves" for departures and "leave" for a release, are read too.
 *
 * @param scope what was searched
 * @param verdict what the trace shows
 * @param what the verdict in a sentence
 */
public record TraceFile(Scope<?, ?> scope, SavedTrace trace, Verdict verdict, String what) {

  private static final int VERSION = 1;
  private static final String VERSION_FIELD = "sluiceTrace";
  private static final String UNBOUNDED = "unbounded";

  /** More than any search can cover; a hostile file must not make numbers overflow. */
  private static final int MOST = 1_000_000;

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** The file's text. */
  public String write() {
    ObjectNode root = header(scope);
    root.put("verdict", verdict.word());
    root.put("what", what);
    root.put("cycle", trace.cycle());
    root.set("steps", TraceJson.write(trace, scope.layout()));
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }

  /** The scope alone, as the file has it, in one line. */
  public static String writeScope(Scope<?, ?> scope) {
    return MAPPER.writeValueAsString(header(scope));
  }

  private static ObjectNode header(Scope<?, ?> scope) {
    var layout = scope.layout();
    ObjectNode root = MAPPER.createObjectNode();
    root.put(VERSION_FIELD, VERSION);
    root.put("protocol", scope.algorithm().name());
    root.set("layout", LayoutJson.write(LayoutSpec.of(layout)));
    if (scope.unbounded()) {
      root.put("entries", UNBOUNDED);
    } else {
      root.put("entries", scope.entries());
    }
    root.put("channels", scope.channels().name().toLowerCase(Locale.ROOT));
    var faults =
        root.putObject("faults")
            .put("crashes", scope.faults().crashes())
            .put("losses", scope.faults().losses())
            .put("duplicates", scope.faults().duplicates());
    if (scope.faults().pauses() + scope.faults().delays() > 0) {
      faults.put("pauses", scope.faults().pauses()).put("delays", scope.faults().delays());
    }
    ScopeJson.write(scope, root);
    root.put("overtaking", scope.overtaking());
    return root;
  }

  /**
   * Reads a file's text.
   *
   * @param catalogue where the protocol is found that the file names
   * @throws IllegalArgumentException if it holds no trace; the message says what is wrong and where
   */
  public static TraceFile read(String text, Catalogue catalogue) {
    var root = root(text);
    var scope = scope(root, catalogue);
    var steps = TraceJson.read(root.field("steps"), scope.layout());
    int cycle = root.field("cycle").number(Trace.NO_CYCLE, Math.max(0, steps.size() - 1));
    return new TraceFile(
        scope,
        new SavedTrace(steps, cycle),
        verdict(root.field("verdict")),
        root.field("what").text());
  }

  /**
   * Reads what {@link #writeScope} wrote.
   *
   * @throws IllegalArgumentException if it holds no scope; the message says what is wrong and where
   */
  public static Scope<?, ?> readScope(String text, Catalogue catalogue) {
    return scope(root(text), catalogue);
  }

  private static JsonField root(String text) {
    JsonField root;
    try {
      root = JsonField.root(MAPPER.readTree(text));
    } catch (JacksonException e) {
      var place = e.getLocation();
      throw new IllegalArgumentException(
          "not JSON: line %d, column %d: %s"
              .formatted(place.getLineNr(), place.getColumnNr(), e.getOriginalMessage()),
          e);
    }
    int version = root.field(VERSION_FIELD).number(0, Integer.MAX_VALUE);
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "written in format %d; this program reads format %d".formatted(version, VERSION));
    }
    return root;
  }

  private static Scope<?, ?> scope(JsonField root, Catalogue catalogue) {
    var named = root.field("protocol");
    var algorithm =
        catalogue
            .find(named.text())
            .orElseThrow(() -> named.wrong("no protocol is named '" + named.text() + "'"));
    var layout = ScopeJson.newcomers(root, LayoutJson.read(root.field("layout")).layout());
    return scope(root, algorithm, layout);
  }

  private static Verdict verdict(JsonField field) {
    return Verdict.of(field.text())
        .orElseThrow(
            () ->
                field.wrong(
                    "expected ok, exclusion, deadlock, stuck, starvation, failed, incomplete or"
                        + " invariant:NAME"));
  }

  private static <S, M> Scope<S, M> scope(
      JsonField root, Algorithm<S, M> algorithm, Layout layout) {
    var entries = root.field("entries");
    int number = entries.isText(UNBOUNDED) ? Scope.UNBOUNDED : entries.number(1, MOST);
    var faults = root.field("faults");
    var scope =
        Scope.of(algorithm, layout, number)
            .with(root.field("channels").oneOf(Channels.values()))
            .with(
                new Faults(
                    faults.field("crashes").number(0, Scope.MOST_NODES),
                    faults.field("losses").number(0, MOST),
                    faults.field("duplicates").number(0, MOST),
                    faults.has("pauses") ? faults.field("pauses").number(0, MOST) : 0,
                    faults.has("delays") ? faults.field("delays").number(0, MOST) : 0));
    scope = ScopeJson.read(root, scope);
    return root.field("overtaking").flag() ? scope.withOvertaking() : scope;
  }
}
