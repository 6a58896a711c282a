package io.sluice.lab.report.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes a report into a directory: {@code index.html}, and the files of each figure beside it. */
public final class ReportWriter {

  /**
   * What was written.
   *
   * @param warnings one sentence for each omission, such as pictures that this machine cannot draw
   */
  public record Written(Path index, List<Path> files, List<String> warnings) {
    public Written {
      files = List.copyOf(files);
      warnings = List.copyOf(warnings);
    }
  }

  private final Path directory;

  public ReportWriter(Path directory) {
    this.directory = directory;
  }

  /** Writes everything, replacing files of the same names; other files stay untouched. */
  public Written write(Report report) throws ReportNotWritten {
    createDirectory();
    Map<String, byte[]> content = new LinkedHashMap<>();
    Set<String> warnings = new LinkedHashSet<>();
    for (Section section : report.sections()) {
      for (Figure figure : section.figures()) {
        FigureFiles files = FigureFiles.of(figure);
        content.putAll(files.content());
        warnings.addAll(files.warnings());
      }
    }
    String page = ReportPage.render(report, content.keySet());
    // The page last, so that its links always work.
    content.put("index.html", page.getBytes(StandardCharsets.UTF_8));
    List<Path> written = new ArrayList<>();
    for (var file : content.entrySet()) {
      written.add(writeFile(file.getKey(), file.getValue()));
    }
    return new Written(directory.resolve("index.html"), written, List.copyOf(warnings));
  }

  private void createDirectory() throws ReportNotWritten {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new ReportNotWritten(
          "The directory %s could not be created (%s); choose another directory with --out."
              .formatted(directory.toAbsolutePath(), reason(e)),
          e);
    }
  }

  private Path writeFile(String name, byte[] content) throws ReportNotWritten {
    Path file = directory.resolve(name);
    try {
      return Files.write(file, content);
    } catch (IOException e) {
      throw new ReportNotWritten(
          ("The file %s could not be written (%s); remove it or choose another directory with"
                  + " --out.")
              .formatted(file.toAbsolutePath(), reason(e)),
          e);
    }
  }

  /** The messages of java.nio's exceptions are often only the path; the type gives the reason. */
  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "no permission";
      case FileAlreadyExistsException _ -> "a file with that name exists";
      case FileSystemException f -> Optional.ofNullable(f.getReason()).orElse(f.toString());
      default -> e.toString();
    };
  }
}
