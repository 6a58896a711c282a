package io.sluice.protocol.catalogue;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.exclusive.TokenQueue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The protocols that can be found by name: Sluice's own, and those of applications.
 *
 * <p>A catalogue never changes; {@link #with} gives a larger one. So two nodes of one JVM may have
 * different ones, and there is no order of registrations to get wrong.
 */
public final class Catalogue {

  /** A colon would begin an option; see {@link io.sluice.protocol.Name}. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private static final Catalogue BUILT_IN = new Catalogue(Map.of(), List.of());

  /** Those of applications; Sluice's own are in every catalogue. */
  private final Map<String, Algorithm<?, ?>> added;

  private final List<Configured> addedForms;

  private Catalogue(Map<String, Algorithm<?, ?>> added, List<Configured> addedForms) {
    this.added = added;
    this.addedForms = addedForms;
  }

  /** Sluice's own protocols, without those of applications. */
  public static Catalogue builtIn() {
    return BUILT_IN;
  }

  /**
   * Sluice's own protocols and those of every {@link ProtocolProvider} that the thread's context
   * class loader finds.
   *
   * @throws IllegalArgumentException if a provider cannot be used; the message says why
   */
  public static Catalogue installed() {
    return builtIn().with(ServiceLoader.load(ProtocolProvider.class));
  }

  /**
   * Sluice's own protocols and those of every {@link ProtocolProvider} that the class loader finds.
   *
   * @throws IllegalArgumentException if a provider cannot be used; the message says why
   */
  public static Catalogue installed(ClassLoader loader) {
    return builtIn().with(ServiceLoader.load(ProtocolProvider.class, loader));
  }

  private Catalogue with(ServiceLoader<ProtocolProvider> providers) {
    try {
      Catalogue all = this;
      for (ProtocolProvider provider : providers) {
        all = all.with(provider);
      }
      return all;
    } catch (ServiceConfigurationError e) {
      throw new IllegalArgumentException(
          "a provider of protocols cannot be loaded: " + e.getMessage(), e);
    }
  }

  /**
   * This catalogue and the protocols of a provider.
   *
   * @throws IllegalArgumentException as {@link #with(Algorithm)} does
   */
  public Catalogue with(ProtocolProvider provider) {
    Catalogue all = this;
    for (Algorithm<?, ?> algorithm : provider.algorithms()) {
      all = all.with(algorithm);
    }
    var forms = new ArrayList<>(addedForms);
    forms.addAll(provider.configured());
    return new Catalogue(all.added, List.copyOf(forms));
  }

  /**
   * This catalogue and one more protocol; the same catalogue if it has the protocol already.
   *
   * @throws IllegalArgumentException if another protocol has that name, or the name cannot be one
   */
  public Catalogue with(Algorithm<?, ?> algorithm) {
    String name = algorithm.name();
    var same = find(name);
    if (same.isPresent()) {
      if (same.get().equals(algorithm)) {
        return this;
      }
      throw new IllegalArgumentException(
          "two protocols are named '%s': one of %s, one of %s; give one of them another name"
              .formatted(name, originOf(same.get()), originOf(algorithm)));
    }
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a protocol of %s cannot be named '%s': a name has at most 100 letters, digits, '-', '_'"
                  .formatted(originOf(algorithm), name)
              + " and '.', and begins with a letter or digit");
    }
    var more = new LinkedHashMap<>(added);
    more.put(name, algorithm);
    return new Catalogue(Collections.unmodifiableMap(more), addedForms);
  }

  /** The class that declares a protocol, as far as can be told from what makes its processes. */
  private static String originOf(Algorithm<?, ?> algorithm) {
    return algorithm.maker().getClass().getName().replaceFirst("\\$\\$Lambda.*", "");
  }

  /** All protocols: Sluice's own by family, then those of applications as they were added. */
  public List<Algorithm<?, ?>> all() {
    return Stream.concat(BuiltInProtocols.ALGORITHMS.stream(), added.values().stream()).toList();
  }

  /** The forms of names that set a protocol up with options. */
  public List<Configured> configured() {
    return Stream.concat(BuiltInProtocols.CONFIGURED.stream(), addedForms.stream()).toList();
  }

  /** The protocol of that name, or of a name that sets one up with options. */
  public Optional<Algorithm<?, ?>> find(String name) {
    if (name.equals(TokenQueue.ALGORITHM.name())) {
      // The plain lock: most processes need no other, and to load all of them takes them a while.
      return Optional.of(TokenQueue.ALGORITHM);
    }
    for (var some : List.of(BuiltInProtocols.BY_NAME, added)) {
      Algorithm<?, ?> plain = some.get(name);
      if (plain != null) {
        return Optional.of(plain);
      }
    }
    for (var each : configured()) {
      var found = each.find().apply(name);
      if (found.isPresent()) {
        return Optional.of(found.get());
      }
    }
    return Optional.empty();
  }
}
