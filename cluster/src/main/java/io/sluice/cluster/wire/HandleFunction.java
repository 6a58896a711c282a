package io.sluice.cluster.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.function.Function;

/**
 * An accessor of a record, or its constructor, as a function of one argument. A node that has just
 * started makes hundreds of these, of which it calls few: so the method handle is made at the first
 * call. One that is called often gets a class of its own, through which compiled code calls
 * straight; making the class takes as long as thousands of calls.
 */
final class HandleFunction<T> implements Function<T, Object> {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private static final int OFTEN = 5_000;

  private static final MethodType PLAIN = MethodType.methodType(Object.class, Object.class);

  /** A native image, of GraalVM, makes no classes at run time. */
  private static final boolean CLASSES_ARE_MADE =
      System.getProperty("org.graalvm.nativeimage.imagecode") == null;

  private final Executable member;

  /** Threads may overlook each other's calls, and make the handle or the class twice. */
  private int calls;

  @SuppressWarnings("NullAway") // not made yet
  private volatile MethodHandle handle;

  @SuppressWarnings("NullAway") // not made yet
  private volatile Function<T, Object> own;

  private HandleFunction(Executable member) {
    this.member = member;
  }

  /**
   * Calls a method without parameters on its argument.
   *
   * @throws IllegalAccessException if it is not public, or its class is not
   */
  static HandleFunction<Object> of(Method accessor) throws IllegalAccessException {
    return checked(new HandleFunction<>(accessor));
  }

  /**
   * Calls a constructor with the elements of an array.
   *
   * @throws IllegalAccessException if it is not public, or its class is not
   */
  static HandleFunction<Object[]> of(Constructor<?> constructor) throws IllegalAccessException {
    return checked(new HandleFunction<>(constructor));
  }

  private static <T> HandleFunction<T> checked(HandleFunction<T> function)
      throws IllegalAccessException {
    var in = LOOKUP.accessClass(function.member.getDeclaringClass());
    if (!function.member.accessFlags().contains(AccessFlag.PUBLIC)) {
      throw new IllegalAccessException(function.member + " is not public in " + in);
    }
    return function;
  }

  @Override
  public Object apply(T argument) {
    var made = own;
    return made == null ? plain(argument) : made.apply(argument);
  }

  private Object plain(T argument) {
    try {
      var plain = handle;
      if (plain == null) {
        plain = open().asType(PLAIN);
        handle = plain;
      }
      if (calls++ == OFTEN && CLASSES_ARE_MADE) {
        own = made();
      }
      return (Object) plain.invokeExact((Object) argument);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new UndeclaredThrowableException(e);
    }
  }

  private MethodHandle open() throws IllegalAccessException {
    return member instanceof Method accessor
        ? LOOKUP.unreflect(accessor)
        : LOOKUP
            .unreflectConstructor((Constructor<?>) member)
            .asSpreader(Object[].class, member.getParameterCount());
  }

  @SuppressWarnings("unchecked") // the handle takes what the function's users give it
  private Function<T, Object> made() throws IllegalAccessException {
    return MethodHandleProxies.asInterfaceInstance(Function.class, open());
  }
}
