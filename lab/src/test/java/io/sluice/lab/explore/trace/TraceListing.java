package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.trace.SavedStep.Kind;
import io.sluice.protocol.Layout;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A trace as text that a person can read and {@link Replay} can run again: an event a line, such as
 * {@code p0: receive Ping[...] from p1}. What comes of an event is left out, and lines that begin
 * with # are comments.
 */
public final class TraceListing {

  private static final String FROM = " from ";

  private TraceListing() {}

  public static String write(SavedTrace trace, Layout layout) {
    return trace.steps().stream()
        .map(step -> step.words(layout) + "\n")
        .collect(Collectors.joining());
  }

  public static SavedTrace read(String listing, Layout layout) {
    var steps =
        listing.lines().filter(line -> !line.startsWith("#")).map(line -> step(line, layout));
    return new SavedTrace(steps.toList(), Trace.NO_CYCLE);
  }

  private static SavedStep step(String line, Layout layout) {
    int colon = line.indexOf(": ");
    String event = line.substring(colon + 2);
    int end = event.indexOf(' ') < 0 ? event.length() : event.indexOf(' ');
    var kind = Kind.valueOf(event.substring(0, end).toUpperCase(Locale.ROOT));
    String rest = event.substring(end);
    int peer = SavedStep.NO_PEER;
    if (kind.hasPeer()) {
      int from = rest.lastIndexOf(FROM);
      peer = process(rest.substring(from + FROM.length()), layout);
      rest = rest.substring(0, from);
    }
    return new SavedStep(
        kind, process(line.substring(0, colon), layout), peer, rest.strip(), List.of(), false, "");
  }

  private static int process(String name, Layout layout) {
    return IntStream.range(0, layout.size())
        .filter(process -> layout.name(process).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no process is named " + name));
  }
}
