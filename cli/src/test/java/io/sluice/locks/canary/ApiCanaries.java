package io.sluice.locks.canary;

import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Node;
import io.sluice.cluster.runtime.Observer;
import io.sluice.cluster.runtime.Resource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Each class but {@link Fine} shows an internal type to users on purpose. */
@SuppressWarnings("unused")
public final class ApiCanaries {

  private ApiCanaries() {}

  /** Internal types are used, but not shown. */
  public static final class Fine {
    private final Optional<Resource> resource = Optional.empty();

    Optional<Node> node() {
      return Optional.empty();
    }

    public Optional<View> view(List<String> names) {
      return Optional.empty();
    }
  }

  /** Returns an internal type. */
  public static final class Returns {
    public Optional<Node> node() {
      return Optional.empty();
    }
  }

  /** Takes one, within another type. */
  public static final class Takes {
    public void each(Function<String, List<Resource>> resources) {}
  }

  /** Has one as a field. */
  public static final class HasField {
    public final Optional<Node> node = Optional.empty();
  }

  /** Is one. */
  public static final class Implements implements Observer {}
}
