package io.sluice.bench.data;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is measured. */
enum Figure {
  SIZE("hand-over against size, beside raw TCP and other products"),
  SHARE("hand-over of 64 MiB against the share that has changed"),
  READ("reading what has not changed, beside the lock alone"),
  OVERLAP("a stencil whose transfers overlap its computation; links limited"),
  READERS("eight readers beside one; links limited"),
  OTHER("another lock while 512 MiB move");

  private final String title;

  Figure(String title) {
    this.title = title;
  }

  /** The name on the command line. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  static Figure named(String label) {
    return Stream.of(values())
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no figure '%s'; choose from %s"
                        .formatted(
                            label,
                            Stream.of(values())
                                .map(Figure::label)
                                .collect(Collectors.joining(", ")))));
  }
}
