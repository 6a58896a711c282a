package io.sluice.lab.report.page;

import java.io.IOException;

/** The report could not be written; the message says in one sentence what, and what to do. */
public final class ReportNotWritten extends IOException {
  private static final long serialVersionUID = 1;

  ReportNotWritten(String sentence, IOException cause) {
    super(sentence, cause);
  }
}
