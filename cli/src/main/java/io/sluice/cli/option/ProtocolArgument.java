package io.sluice.cli.option;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Name;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.catalogue.Configured;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The protocol that a command is about. */
final class ProtocolArgument {

  @Parameters(
      arity = "0..1",
      paramLabel = "PROTOCOL",
      description = "The protocol's name; `sluice list` shows all. Without it, that of --class.")
  private Optional<String> argument = Optional.empty();

  @Mixin private ProtocolsOption protocols;

  boolean isGiven() {
    return argument.isPresent() || protocols.declared().isPresent();
  }

  /** The argument and those after it, if it is no protocol's name but a file. */
  List<Path> files(List<Path> more) {
    boolean isFile =
        argument.isPresent()
            && (!more.isEmpty()
                || (protocols.catalogue().find(argument.get()).isEmpty()
                    && Files.exists(Path.of(argument.get()))));
    return isFile
        ? Stream.concat(Stream.of(Path.of(argument.get())), more.stream()).toList()
        : List.of();
  }

  Catalogue catalogue() {
    return protocols.catalogue();
  }

  Algorithm<?, ?> algorithm() {
    return argument
        .<Algorithm<?, ?>>map(this::named)
        .or(protocols::declared)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Missing required parameter: 'PROTOCOL'; name a protocol, or a class with"
                        + " --class"));
  }

  private Algorithm<?, ?> named(String name) {
    var catalogue = protocols.catalogue();
    return catalogue
        .find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no protocol '%s'".formatted(name)
                        + form(name, catalogue)
                            .map(form -> "; write " + form)
                            .orElseGet(
                                () ->
                                    Nearest.questionOr(
                                        name,
                                        catalogue.all().stream().map(Algorithm::name).toList(),
                                        "; sluice list shows all"))));
  }

  /** The form of a name with options, if the protocol before the colon takes any. */
  private static Optional<String> form(String name, Catalogue catalogue) {
    var parts = Name.of(name);
    return parts.options().isEmpty()
        ? Optional.empty()
        : catalogue.configured().stream()
            .map(Configured::form)
            .filter(form -> Name.of(form).head().equals(parts.head()))
            .findFirst();
  }
}
