package io.sluice.cluster.wire;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Protocol;
import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What GraalVM must keep in a native image so that messages can be sent, in the form of its file
 * {@code reachability-metadata.json}: the protocols, whose types say what their messages are, and
 * the records of these, with their constructors and accessors.
 */
public final class ReachabilityMetadata {

  private final Set<Class<?>> types = new TreeSet<>(Comparator.comparing(Class::getName));

  /**
   * Adds the types of messages, and of all that they are made of.
   *
   * @throws IllegalArgumentException if they cannot be sent; the message says why
   */
  public ReachabilityMetadata messages(Class<?> type) {
    var shapes = new ValueCodecs();
    var _ = shapes.of(type);
    types.addAll(shapes.classes());
    return this;
  }

  /**
   * Adds protocols and the types of their messages.
   *
   * @throws IllegalArgumentException if they cannot be sent; the message says why
   */
  public ReachabilityMetadata protocols(Collection<? extends Algorithm<?, ?>> algorithms) {
    for (var algorithm : algorithms) {
      FrameCodec.requireSendable(algorithm);
      var protocol = algorithm.process(0, algorithm.family().toSearch());
      types.add(protocol.getClass());
      if (MessageTypes.of(protocol) instanceof Class<?> messages) {
        messages(messages);
      }
    }
    return this;
  }

  /** The file's text, ordered by name: equal types give equal text. */
  public String json() {
    return types.stream()
        .map(ReachabilityMetadata::entry)
        .collect(Collectors.joining(",\n", "{\n  \"reflection\": [\n", "\n  ]\n}\n"));
  }

  private static String entry(Class<?> type) {
    boolean sent = type.isRecord() && !Protocol.class.isAssignableFrom(type);
    return "    {\"type\": \"%s\"%s}"
        .formatted(
            type.getName(),
            sent ? ", \"allDeclaredConstructors\": true, \"allDeclaredMethods\": true" : "");
  }
}
