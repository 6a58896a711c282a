package io.sluice.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The part of a page that a benchmark writes: what is between its two marker lines. */
public record Section(String name) {

  public String begin() {
    return "<!-- begin: " + name + " -->";
  }

  public String end() {
    return "<!-- end: " + name + " -->";
  }

  /**
   * Replaces what is between the marker lines of a page.
   *
   * @param command the command that measured, shown below the text
   * @throws IOException if the page has no such lines
   */
  public void write(Path page, String markdown, String command) throws IOException {
    var text = Files.readString(page);
    int begin = text.indexOf(begin());
    int end = text.indexOf(end());
    if (begin < 0 || end < begin) {
      throw new IOException(page + " needs a line " + begin() + " and, after it, a line " + end());
    }
    var section = "\n" + markdown + "\n```sh\n" + command + "\n```\n";
    Files.writeString(
        page, text.substring(0, begin + begin().length()) + section + text.substring(end));
  }

  /**
   * Prints tables with a line that says when they were measured, and writes them into pages.
   *
   * @param how how often and how long was measured
   * @param command the command that measured
   */
  public void publish(
      Console console, List<String> lines, String how, List<Path> pages, String command)
      throws IOException {
    String text =
        "%s%n%nMeasured %s, Java %s, %d cores; %s.%n"
            .formatted(
                String.join("\n", lines),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                how);
    console.print(text);
    for (var page : pages) {
      write(page, text, command);
    }
  }
}
