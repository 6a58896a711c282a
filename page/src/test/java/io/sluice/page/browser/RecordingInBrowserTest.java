package io.sluice.page.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.page.Page;
import io.sluice.page.recording.RecordedCluster;
import io.sluice.protocol.catalogue.Catalogue;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A reader steps through what three live nodes have recorded, in a real browser. */
@Timeout(180)
@ExtendWith(InBrowser.class)
class RecordingInBrowserTest {

  @TempDir Path directory;

  @Test
  void aReaderStepsForwardAndBackThroughARecordedRun(Browser browser) throws Exception {
    var texts = RecordedCluster.run(directory, 4);
    try (var page = Page.theatre(Catalogue.builtIn()).open(texts).start()) {
      var tab = browser.tab(1280, 720);
      tab.open(page.link());
      tab.awaitText(".recordings h1", "Recorded runs");
      tab.awaitText(".recordings table", "no error");
      tab.click("tr:has(td:nth-child(3)):last-of-type .run"); // the semaphore: several processes
      tab.awaitText(".bar", "padme");
      tab.click("[data-key=home]");
      tab.awaitText(".recordings h1", "Recorded runs");
      tab.value(
          """
          [...document.querySelectorAll('tbody tr')]
            .filter((row) => row.innerText.includes('invoice') && row.innerText.includes('cyd'))
            .sort((one, other) => other.cells[5].innerText - one.cells[5].innerText)[0]
            .querySelector('.run').focus()""");
      tab.press("Enter");
      tab.awaitText(".bar", "lock invoice");
      tab.awaitText(".stage", "ada");
      tab.awaitText(".notes", "All 3 members of the view recorded it");
      tab.press("ArrowRight");
      tab.awaitText(".happened", "1. ");
      String first = tab.text(".stage");
      tab.press("End");
      tab.await("document.querySelectorAll('.diagram .arrow').length > 10");
      tab.awaitText(".panel", "Nothing more is recorded");
      tab.press("Home");
      tab.press("ArrowRight");
      tab.awaitText(".happened", "1. ");
      assertThat(tab.text(".stage")).isEqualTo(first);
      String link = tab.address();
      var again = browser.tab(1280, 720);
      again.open(link);
      again.awaitText(".happened", "1. ");
      assertThat(again.text(".stage")).isEqualTo(first);
    }
  }
}
