package io.sluice.bench.locks;

import io.sluice.bench.locks.Report.Conditions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What has been measured for a page, in one run or several, since all services take long. A service
 * that is measured again replaces what was measured before; services that were measured under other
 * conditions are left out.
 */
record Pieces(List<Piece> all) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** One run. */
  record Piece(String command, String measured, Conditions conditions, List<Row> services) {

    private Piece without(List<Row> again) {
      var names = again.stream().map(Row::name).toList();
      return new Piece(
          command,
          measured,
          conditions,
          services.stream().filter(each -> !names.contains(each.name())).toList());
    }
  }

  /** Those in a file; none if there is no file. */
  static Pieces read(Path file) throws IOException {
    return new Pieces(
        Files.exists(file)
            ? List.of(JSON.readValue(Files.readString(file), Piece[].class))
            : List.of());
  }

  void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, JSON.writeValueAsString(all) + "\n");
  }

  Pieces plus(Piece next) {
    var earlier =
        all.stream()
            .filter(each -> each.conditions().equals(next.conditions()))
            .map(each -> each.without(next.services()))
            .filter(each -> !each.services().isEmpty());
    return new Pieces(Stream.concat(earlier, Stream.of(next)).toList());
  }

  /** The services of all pieces, those of this list in its order and first. */
  List<Row> services(List<String> order) {
    return all.stream()
        .flatMap(each -> each.services().stream())
        .sorted(Comparator.comparingInt(row -> place(order, row)))
        .toList();
  }

  private static int place(List<String> order, Row row) {
    int place = order.indexOf(row.name());
    return place < 0 ? order.size() : place;
  }

  /** When they were measured: one time, or the first and the last. */
  String measured() {
    var times = all.stream().map(Piece::measured).sorted().distinct().toList();
    return times.size() == 1
        ? times.getFirst()
        : "%s to %s".formatted(times.getFirst(), times.getLast());
  }

  String commands() {
    return all.stream().map(Piece::command).collect(Collectors.joining("\n"));
  }
}
