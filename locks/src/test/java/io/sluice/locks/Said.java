package io.sluice.locks;

import java.util.List;

/**
 * What a process has said, line by line, for judges.
 *
 * @param killed whether a test has killed it, so that it owes nothing more
 */
record Said(String process, List<String> lines, boolean killed) {

  /** The words of each line. */
  List<String[]> words() {
    return lines.stream().map(line -> line.split(" ", -1)).toList();
  }
}
