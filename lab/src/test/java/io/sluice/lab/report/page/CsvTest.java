package io.sluice.lab.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.report.Examples;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class CsvTest {
  @Test
  void linesEndWithCarriageReturnAndLineFeed() {
    assertThat(Csv.withColumns("n", "messages").row(12, 2065L).text())
        .isEqualTo("n,messages\r\n12,2065\r\n");
  }

  @Test
  void commasQuotesAndLineBreaksAreQuoted() {
    assertThat(Csv.withColumns("a,b", "c").row("say \"hi\"", "two\nlines").text())
        .isEqualTo("\"a,b\",c\r\n\"say \"\"hi\"\"\",\"two\nlines\"\r\n");
  }

  @Test
  void numbersHaveAPointInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.FRANCE);
      assertThat(Csv.withColumns("a", "b", "c").row(1234567.5, 0.1, 3.0).text())
          .endsWith("1234567.5,0.1,3\r\n");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aRowHasAsManyCellsAsTheHeader() {
    assertThatThrownBy(() -> Csv.withColumns("a", "b").row(1))
        .hasMessage("a row of 1 cells in a table of 2 columns");
  }

  @Test
  void aChartsTableHoldsItsPointsAndMarks() {
    assertThat(Csv.of(Examples.traffic()).text())
        .startsWith("series,x,y,low,high\r\nforks,6,310,300,322\r\n")
        .contains("\"forks, formula\",6,300,300,300")
        .endsWith("printed in the paper: 2-FGME,12,2065,2065,2065\r\n");
  }
}
