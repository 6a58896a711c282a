package io.sluice.lab.explore.checkpoint;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.world.Fingerprint;
import io.sluice.lab.layout.LayoutJson;
import io.sluice.lab.layout.LayoutSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a checkpoint consists of: which search it belongs to, how far that was at the beginning of a
 * level, and its files.
 *
 * @param search the scope and the version of the explorer, in words, by what each is about
 * @param sleepSets whether moves slept, which is another way to search
 * @param levels how many levels were done
 * @param worlds different worlds found
 * @param transitions worlds arrived at
 * @param seconds how long the search has taken
 * @param seen the fingerprints of all worlds
 * @param level the worlds of the level that comes next
 * @param table what is known of these worlds beside
 * @param journal how the numbers in a world came about
 */
public record Manifest(
    Map<String, String> search,
    boolean sleepSets,
    int levels,
    long worlds,
    long transitions,
    double seconds,
    List<SavedFile> seen,
    List<SavedFile> level,
    List<SavedFile> table,
    List<SavedFile> journal) {

  /** A file, and how many bytes of it belong to the checkpoint. */
  public record SavedFile(String name, long length) {

    private static final Pattern NAME = Pattern.compile("[a-z]+-([0-9]{1,9})\\.blocks");

    /** The number in its name. */
    int number() {
      var parts = NAME.matcher(name);
      if (!parts.matches()) {
        throw new CheckpointException("a checkpoint has no file named '%s'".formatted(name));
      }
      return Integer.parseInt(parts.group(1));
    }
  }

  /** To be raised whenever files of an earlier version would be misread. */
  private static final int FORMAT = 1;

  private static final String FORMAT_FIELD = "sluiceCheckpoint";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** What two searches must have in common for one to go on with the other's checkpoint. */
  public static Map<String, String> describe(Scope<?, ?> scope) {
    var layout = scope.layout();
    var words = new LinkedHashMap<String, String>();
    words.put("protocol", scope.algorithm().name());
    words.put("layout", LayoutJson.write(LayoutSpec.of(layout)).toString());
    words.put("newcomers", layout.newcomers().toString());
    words.put("entries", scope.unbounded() ? "unbounded" : Integer.toString(scope.entries()));
    words.put(
        "claims",
        IntStream.range(0, layout.size())
            .mapToObj(node -> layout.name(node) + " " + scope.claims().apply(node))
            .collect(Collectors.joining(", ")));
    words.put("channels", scope.channels().toString());
    words.put("faults", scope.faults().toString());
    words.put("churn", scope.churn().toString());
    words.put("orders", new TreeMap<>(scope.orders()).toString());
    words.put("symmetry", Boolean.toString(scope.symmetry()));
    words.put("overtaking", Boolean.toString(scope.overtaking()));
    words.put("fencing numbers", Boolean.toString(scope.fences()));
    words.put("fingerprints", Long.toHexString(Fingerprint.term(1, 1)));
    return words;
  }

  /**
   * @throws CheckpointException if it is another search's
   */
  public void check(Scope<?, ?> scope, Path directory) {
    var differences = new ArrayList<String>();
    describe(scope)
        .forEach(
            (about, here) -> {
              String there = search.getOrDefault(about, "not known");
              if (!here.equals(there)) {
                differences.add("%s is %s there and %s here".formatted(about, there, here));
              }
            });
    if (!differences.isEmpty()) {
      throw new CheckpointException(
          "the checkpoint in %s is of another search: %s"
              .formatted(directory, String.join("; ", differences)));
    }
  }

  /** All files. */
  List<SavedFile> all() {
    var all = new ArrayList<>(seen);
    all.addAll(level);
    all.addAll(table);
    all.addAll(journal);
    return all;
  }

  String words() {
    return "%s, step %,d, %,d worlds".formatted(search.get("protocol"), levels, worlds);
  }

  byte[] write() {
    var root = MAPPER.createObjectNode();
    root.put(FORMAT_FIELD, FORMAT);
    search.forEach(root.putObject("search")::put);
    root.put("sleepSets", sleepSets);
    root.put("levels", levels);
    root.put("worlds", worlds);
    root.put("transitions", transitions);
    root.put("seconds", seconds);
    put(root, "seen", seen);
    put(root, "level", level);
    put(root, "table", table);
    put(root, "journal", journal);
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
  }

  private static void put(ObjectNode root, String name, List<SavedFile> files) {
    var array = root.putArray(name);
    files.forEach(file -> array.addObject().put("name", file.name).put("length", file.length));
  }

  /**
   * @throws CheckpointException if it cannot be read, or was written by another version
   */
  static Manifest read(String text, Path file) {
    try {
      var root = MAPPER.readTree(text);
      int format = root.path(FORMAT_FIELD).asInt(0);
      if (format != FORMAT) {
        throw new CheckpointException(
            "%s is written in format %d; this program reads format %d: resume the search with the version that began it"
                .formatted(file, format, FORMAT));
      }
      var search = new LinkedHashMap<String, String>();
      root.required("search")
          .properties()
          .forEach(entry -> search.put(entry.getKey(), entry.getValue().stringValue()));
      return new Manifest(
          search,
          root.required("sleepSets").booleanValue(),
          root.required("levels").intValue(),
          root.required("worlds").longValue(),
          root.required("transitions").longValue(),
          root.required("seconds").doubleValue(),
          files(root, "seen"),
          files(root, "level"),
          files(root, "table"),
          files(root, "journal"));
    } catch (JacksonException e) {
      throw new CheckpointException(
          "%s is damaged, so the search cannot be resumed: %s"
              .formatted(file, e.getOriginalMessage()),
          e);
    }
  }

  private static List<SavedFile> files(JsonNode root, String name) {
    var files = new ArrayList<SavedFile>();
    for (var file : root.required(name)) {
      files.add(
          new SavedFile(file.required("name").stringValue(), file.required("length").longValue()));
    }
    return List.copyOf(files);
  }
}
