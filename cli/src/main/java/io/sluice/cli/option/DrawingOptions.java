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

/** The files to draw a trace into. */
public final class DrawingOptions {

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Write the trace as a space-time diagram.")
  private Optional<Path> svg = Optional.empty();

  @Option(
      names = "--mermaid",
      paramLabel = "FILE",
      description = "Write the trace as a Mermaid sequence diagram.")
  private Optional<Path> mermaid = Optional.empty();

  /** The files that will be written. */
  public List<Path> files() {
    return Stream.of(svg, mermaid).flatMap(Optional::stream).toList();
  }

  /** Draws the run and returns the files written. */
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
