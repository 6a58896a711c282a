package io.sluice.lab.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.report.Examples;
import io.sluice.lab.report.chart.SvgChart;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "-0.0, 0", "12.5, 12.5", "0.005, 0", "-3.14159, -3.14", "100, 100"})
  void coordinatesHaveAtMostTwoDecimalsAndNoNegativeZero(double value, String text) {
    assertThat(Numbers.coordinate(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "0.1, 0.1", "1e9, 1000000000", "1e20, 1.0E20", "-0.0, 0", "1e-7, 1.0E-7"})
  void exactNumbersReadBackAsTheSameDouble(double value, String text) {
    assertThat(Numbers.exact(value)).isEqualTo(text);
    assertThat(Double.parseDouble(Numbers.exact(value))).isEqualTo(value + 0.0);
  }

  @Test
  void labelsSeparateThousandsAndUseATrueMinus() {
    assertThat(Numbers.label(1_000_000, 0)).isEqualTo("1,000,000");
    assertThat(Numbers.label(-2.5, 2)).isEqualTo("−2.5");
    assertThat(Numbers.label(-0.001, 2)).isEqualTo("0");
  }

  @Test
  void measuredValuesKeepAboutFourDigits() {
    assertThat(Numbers.measured(12.8234)).isEqualTo("12.82");
    assertThat(Numbers.measured(0.0131)).isEqualTo("0.0131");
    assertThat(Numbers.measured(13395.4)).isEqualTo("13,395");
  }

  @Test
  void theMachinesLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(Numbers.label(1234.5, 1)).isEqualTo("1,234.5");
      assertThat(Numbers.fixed(0.9, 2)).isEqualTo("0.90");
      assertThat(SvgChart.render(Examples.traffic())).doesNotContain("1.000");
    } finally {
      Locale.setDefault(before);
    }
  }
}
