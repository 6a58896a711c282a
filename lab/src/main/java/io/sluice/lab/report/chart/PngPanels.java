package io.sluice.lab.report.chart;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/** Small multiples as PNG: the pictures of the panels below each other. */
public final class PngPanels {

  private PngPanels() {}

  /** Draws the panels, or returns one sentence that says why this machine cannot. */
  public static Png render(Panels panels) {
    var images = new ArrayList<BufferedImage>();
    for (Chart chart : panels.charts()) {
      switch (PngChart.render(chart)) {
        case Png.Unavailable none -> {
          return none;
        }
        case Png.Image image -> images.add(decode(image.bytes()));
      }
    }
    return new Png.Image(encode(images));
  }

  private static BufferedImage decode(byte[] bytes) {
    try {
      return ImageIO.read(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("a PNG could not be decoded in memory", e);
    }
  }

  private static byte[] encode(List<BufferedImage> images) {
    int width = images.stream().mapToInt(BufferedImage::getWidth).max().orElseThrow();
    int height = images.stream().mapToInt(BufferedImage::getHeight).sum();
    var whole = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = whole.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    int y = 0;
    for (var image : images) {
      graphics.drawImage(image, 0, y, null);
      y += image.getHeight();
    }
    graphics.dispose();
    var bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(whole, "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("a PNG could not be encoded in memory", e);
    }
    return bytes.toByteArray();
  }
}
