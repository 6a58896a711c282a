package io.sluice.cli.option;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;

/** What a command searches, draws or simulates: a protocol, and the processes that run it. */
public final class SubjectOptions {

  @Mixin private ProtocolArgument protocol;

  @ArgGroup private LayoutOptions layout = new LayoutOptions();

  @Mixin private PriorityOptions priority;

  /** Whether a protocol was named. */
  boolean isGiven() {
    return protocol.isGiven();
  }

  /** The files named in place of a protocol. */
  List<Path> files(List<Path> more) {
    return protocol.files(more);
  }

  /** Sluice's own protocols and those of the jars. */
  Catalogue catalogue() {
    return protocol.catalogue();
  }

  /**
   * A configured protocol, and the processes that run it.
   *
   * @param claims the claims of each process
   */
  public record Subject<S, M>(
      Algorithm<S, M> algorithm, Layout layout, IntFunction<List<Claim>> claims) {}

  /**
   * The subject given by the options. Fails early if the protocol cannot run on these processes.
   *
   * @param usual the default processes of a family
   * @param enlarged adds processes that join later
   */
  public Subject<?, ?> subject(Function<Family, Layout> usual, UnaryOperator<Layout> enlarged) {
    return of(priority.configured(protocol.algorithm(), layout.tree()), usual, enlarged);
  }

  private <S, M> Subject<S, M> of(
      Algorithm<S, M> algorithm, Function<Family, Layout> usual, UnaryOperator<Layout> enlarged) {
    var processes = enlarged.apply(layout.layout(usual.apply(algorithm.family())));
    var _ = algorithm.process(0, processes);
    return new Subject<>(algorithm, processes, layout.claims(algorithm, processes));
  }
}
