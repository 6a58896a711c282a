package io.sluice.streams.kafka.format;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The components of a record class, and how to make one of them. It is read off the class once.
 *
 * @param components in their order
 */
record RecordShape(List<Component> components, Function<Object[], Object> constructor) {

  /** A component: its declared type, and how to get it. */
  record Component(Class<?> type, Function<Object, Object> accessor) {}

  private static final ClassValue<RecordShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return derive(type);
        }
      };

  static RecordShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  private static RecordShape derive(Class<?> type) {
    RecordComponent[] declared = type.getRecordComponents();
    try {
      var lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      var components = new Component[declared.length];
      for (int each = 0; each < declared.length; each++) {
        components[each] =
            new Component(
                declared[each].getType(), function(lookup.unreflect(declared[each].getAccessor())));
      }
      var types = Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Function<Object[], Object> constructor =
          function(
              lookup
                  .unreflectConstructor(type.getDeclaredConstructor(types))
                  .asSpreader(Object[].class, declared.length));
      return new RecordShape(List.of(components), constructor);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("%s cannot be read".formatted(type.getName()), e);
    }
  }

  /** A class of its own for the handle: compiled code then calls straight through it. */
  @SuppressWarnings("unchecked") // the handle takes what the function's users give it
  private static <T> Function<T, Object> function(MethodHandle handle) {
    return MethodHandleProxies.asInterfaceInstance(Function.class, handle);
  }
}
