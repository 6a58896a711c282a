package io.sluice.cli.environment;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Handles signals that otherwise end the JVM, as SIGINT does. The JDK has no supported way; {@code
 * sun.misc.Signal} is used by reflection, so that everything else works without it.
 */
final class ControlC {

  private ControlC() {}

  /**
   * Runs something at each of the signals from now on; without effect where that is not possible,
   * and for those that the process ignores since its start, as under {@code nohup}.
   *
   * @param signals without SIG, such as {@code INT}
   */
  @SuppressWarnings("ReferenceEquality") // of a proxy, which has no other
  static void handle(Runnable action, List<String> signals) {
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
      for (String name : signals) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Then the shutdown hook is all there is.
    }
  }
}
