package io.sluice.cli.environment;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * Handles SIGINT, which otherwise ends the JVM. The JDK has no supported way; {@code
 * sun.misc.Signal} is used by reflection, so that everything else works without it.
 */
final class ControlC {

  private static final String SIGNAL = "INT";

  private ControlC() {}

  /** Runs something at each Ctrl-C from now on; without effect where that is not possible. */
  @SuppressWarnings("ReferenceEquality") // of a proxy, which has no other
  static void handle(Runnable action) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler calls =
          (self, method, arguments) ->
              switch (method.getName()) {
                case "hashCode" -> System.identityHashCode(self);
                case "equals" -> self == arguments[0];
                case "toString" -> "Ctrl-C";
                default -> {
                  action.run();
                  yield null;
                }
              };
      var proxy =
          Proxy.newProxyInstance(ControlC.class.getClassLoader(), new Class<?>[] {handler}, calls);
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(SIGNAL), proxy);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Then the shutdown hook is all there is.
    }
  }
}
