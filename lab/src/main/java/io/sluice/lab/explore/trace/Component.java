package io.sluice.lab.explore.trace;

import io.sluice.protocol.ProcessId;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/**
 * A component of a record that is shown to a reader. The components of a class are looked up once:
 * each look-up gives new accessors, and the first call of an accessor costs as much as thousands of
 * later ones.
 *
 * @param isProcess whether it holds numbers of processes: one, an optional one, or a list of them
 */
record Component(String name, boolean isProcess, Method accessor) {

  private static final ClassValue<List<Component>> KNOWN =
      new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
          return Arrays.stream(type.getRecordComponents()).map(Component::of).toList();
        }
      };

  private static Component of(RecordComponent component) {
    var accessor = component.getAccessor();
    accessor.setAccessible(true);
    return new Component(component.getName(), isProcess(component.getAnnotatedType()), accessor);
  }

  private static boolean isProcess(AnnotatedType type) {
    return type.isAnnotationPresent(ProcessId.class)
        || (type instanceof AnnotatedParameterizedType generic
            && Arrays.stream(generic.getAnnotatedActualTypeArguments())
                .anyMatch(argument -> argument.isAnnotationPresent(ProcessId.class)));
  }

  /** The components of a record, in their order. */
  static List<Component> of(Record record) {
    return KNOWN.get(record.getClass());
  }

  /** The value that a record of the class has here. */
  Object in(Record record) {
    try {
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read %s of %s".formatted(name, record), e);
    }
  }
}
