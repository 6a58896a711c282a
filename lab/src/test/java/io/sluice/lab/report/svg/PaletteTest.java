package io.sluice.lab.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Colours are distinguishable and visible, for readers with and without full colour vision. */
class PaletteTest {

  private static final String LIGHT_PAPER = "#ffffff";
  private static final String DARK_PAPER = "#15191e";

  /**
   * What readers without one kind of cone see, on linear RGB (Gustavo Machado, Manuel Oliveira and
   * Leandro Fernandes, <em>A physiologically-based model for simulation of color vision
   * deficiency</em>, 2009, severity 1).
   */
  private static final List<double[][]> VISIONS =
      List.of(
          new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
          new double[][] {
            {0.152286, 1.052583, -0.204868},
            {0.114503, 0.786281, 0.099216},
            {-0.003882, -0.048116, 1.051998}
          },
          new double[][] {
            {0.367322, 0.860646, -0.227968},
            {0.280085, 0.672501, 0.047413},
            {-0.011820, 0.042940, 0.968881}
          },
          new double[][] {
            {1.255528, -0.076749, -0.178779},
            {-0.078411, 0.930809, 0.147602},
            {0.004733, 0.691367, 0.303900}
          });

  /** A distance of 2 is just noticeable side by side; lines apart need several times that. */
  @Test
  void everyTwoColoursDifferForEveryReader() {
    for (int vision = 0; vision < VISIONS.size(); vision++) {
      for (boolean dark : new boolean[] {false, true}) {
        List<double[]> seen = seen(dark, VISIONS.get(vision));
        for (int i = 0; i < seen.size(); i++) {
          for (int j = 0; j < i; j++) {
            assertThat(distance(seen.get(i), seen.get(j)))
                .as("colours %d and %d, vision %d, dark %s", j, i, vision, dark)
                .isGreaterThan(11);
          }
        }
      }
    }
  }

  /** Graphics need a contrast of 3 to 1 (WCAG 2.2, 1.4.11). */
  @Test
  void everyColourIsVisibleOnItsPaper() {
    for (var colour : Palette.colours()) {
      assertThat(contrast(colour.light(), LIGHT_PAPER)).as(colour.light()).isGreaterThan(3);
      assertThat(contrast(colour.dark(), DARK_PAPER)).as(colour.dark()).isGreaterThan(3);
    }
  }

  private static List<double[]> seen(boolean dark, double[][] vision) {
    return Palette.colours().stream()
        .map(colour -> lab(apply(vision, linear(dark ? colour.dark() : colour.light()))))
        .toList();
  }

  private static double[] linear(String hex) {
    double[] rgb = new double[3];
    for (int i = 0; i < 3; i++) {
      double value = Integer.parseInt(hex.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      rgb[i] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
    return rgb;
  }

  private static double[] apply(double[][] matrix, double[] vector) {
    double[] result = new double[3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        result[i] += matrix[i][j] * vector[j];
      }
      result[i] = Math.clamp(result[i], 0, 1);
    }
    return result;
  }

  /** CIE L*a*b*, in which distances are about equally visible everywhere. */
  private static double[] lab(double[] rgb) {
    double x = root((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505);
    double y = root(luminance(rgb));
    double z = root((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  private static double root(double t) {
    return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16.0 / 116;
  }

  private static double luminance(double[] rgb) {
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  }

  private static double distance(double[] one, double[] other) {
    return Math.sqrt(
        Math.pow(one[0] - other[0], 2)
            + Math.pow(one[1] - other[1], 2)
            + Math.pow(one[2] - other[2], 2));
  }

  private static double contrast(String one, String other) {
    double a = luminance(linear(one)) + 0.05;
    double b = luminance(linear(other)) + 0.05;
    return Math.max(a, b) / Math.min(a, b);
  }
}
