package io.sluice.bench.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What has been measured for a page, in one run or several: a run takes long, so that its figures
 * can be measured one at a time. What is measured again replaces what was measured before. Ratios
 * compare variants that were measured in turns, by one run.
 */
record DataPieces(List<Piece> all) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** The rounds of a variant. */
  record Line(String figure, String variant, double x, List<Double> seconds) {
    Place place() {
      return new Place(figure, x);
    }
  }

  /** What is measured in turns. */
  record Place(String figure, double x) {}

  /**
   * One run.
   *
   * @param othersCores what other programs used meanwhile
   */
  record Piece(
      String command,
      String when,
      OptionalDouble othersCores,
      List<Line> measured,
      List<String> notes) {

    private Piece without(Set<Place> places) {
      var left = measured.stream().filter(each -> !places.contains(each.place())).toList();
      return new Piece(command, when, othersCores, left, notes);
    }
  }

  /** Those in a file; none if there is no file. */
  static DataPieces read(Path file) throws IOException {
    return new DataPieces(
        Files.exists(file)
            ? List.of(JSON.readValue(Files.readString(file), Piece[].class))
            : List.of());
  }

  void write(Path file) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(all) + "\n");
  }

  static List<Line> lines(DataResults results) {
    return results.rounds().entrySet().stream()
        .map(
            each ->
                new Line(
                    each.getKey().figure().label(),
                    each.getKey().variant(),
                    each.getKey().x(),
                    each.getValue()))
        .toList();
  }

  DataPieces plus(Piece next) {
    var again = next.measured().stream().map(Line::place).collect(Collectors.toSet());
    var earlier = new ArrayList<Piece>();
    for (var piece : all) {
      var left = piece.without(again);
      if (!left.measured().isEmpty()) {
        earlier.add(left);
      }
    }
    return new DataPieces(Stream.concat(earlier.stream(), Stream.of(next)).toList());
  }

  DataResults results() {
    var results = new DataResults();
    var notes = new HashSet<String>();
    for (var piece : all) {
      for (var line : piece.measured()) {
        var figure = Figure.named(line.figure());
        line.seconds().forEach(each -> results.add(figure, line.variant(), line.x(), each));
      }
      piece.notes().stream().filter(notes::add).forEach(results::note);
    }
    return results;
  }

  /** When the pieces were measured: one time, or the first and the last. */
  String when() {
    var times = all.stream().map(Piece::when).sorted().distinct().toList();
    return times.size() == 1
        ? times.getFirst()
        : "%s to %s".formatted(times.getFirst(), times.getLast());
  }

  /** The numbers of rounds. */
  String rounds() {
    var numbers =
        all.stream()
            .flatMap(each -> each.measured().stream())
            .map(each -> each.seconds().size())
            .sorted()
            .distinct()
            .toList();
    if (numbers.isEmpty()) {
      return "no"; // everything has failed; the notes say why
    }
    return numbers.size() == 1
        ? numbers.getFirst().toString()
        : "%d to %d".formatted(numbers.getFirst(), numbers.getLast());
  }

  /** The most that other programs used during a piece. */
  OptionalDouble othersCores() {
    return all.stream()
        .map(Piece::othersCores)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .max();
  }

  String commands() {
    return all.stream().map(Piece::command).collect(Collectors.joining("\n"));
  }
}
