package io.sluice.cli.option;

import io.sluice.lab.report.spacetime.MermaidSpaceTime;
import io.sluice.lab.report.spacetime.SpaceTime;
import io.sluice.lab.report.spacetime.SvgSpaceTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Where to draw a trace. */
public final class DrawingOptions {

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Draw the trace as a space-time diagram.")
  private Optional<Path> svg = Optional.empty();

  @Option(
      names = "--mermaid",
      paramLabel = "FILE",
      description = "Draw it as a Mermaid sequence diagram.")
  private Optional<Path> mermaid = Optional.empty();

  /** What will be written. */
  public List<Path> files() {
    return Stream.of(svg, mermaid).flatMap(Optional::stream).toList();
  }

  /** Draws, and says where. */
  public List<Path> draw(SpaceTime run) {
    var written = new ArrayList<Path>();
    svg.ifPresent(
        file -> {
          OutFile.write(file, SvgSpaceTime.render(run));
          written.add(file);
        });
    mermaid.ifPresent(
        file -> {
          OutFile.write(file, MermaidSpaceTime.render(run));
          written.add(file);
        });
    return written;
  }
}
