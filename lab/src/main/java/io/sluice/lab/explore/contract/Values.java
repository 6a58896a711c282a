package io.sluice.lab.explore.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells values from objects that only look like them. The explorer knows a state or message again
 * by {@code equals}; an array, or an object whose class has no {@code equals} of its own, is equal
 * to nothing but itself, so that worlds which are the same would count as different without end.
 */
public final class Values {

  /** The components of a record class that may hold something that is no value. */
  private record Component(String name, Method accessor) {}

  private final Map<Class<?>, List<Component>> components = new HashMap<>();
  private final Map<Class<?>, Boolean> comparable = new HashMap<>();

  /**
   * Why something is no value; empty if it is one.
   *
   * @param name what it is called, such as "the state"
   */
  public Optional<String> objection(String name, Object value) {
    return switch (value) {
      case null -> Optional.of(name + " is null; use an Optional for what may be missing");
      case Record record -> ofComponents(record);
      case Collection<?> items -> ofItems(name, items);
      case Map<?, ?> map ->
          ofItems("a key of " + name, map.keySet()).or(() -> ofItems(name, map.values()));
      case Optional<?> optional -> optional.flatMap(item -> objection(name, item));
      default -> ofClass(name, value.getClass());
    };
  }

  private Optional<String> ofItems(String name, Collection<?> items) {
    for (Object item : items) {
      var objection = objection(name, item);
      if (objection.isPresent()) {
        return objection;
      }
    }
    return Optional.empty();
  }

  private Optional<String> ofComponents(Record record) {
    for (var component : components.computeIfAbsent(record.getClass(), Values::componentsOf)) {
      Object part;
      try {
        part = component.accessor.invoke(record);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("cannot read " + component.name, e);
      } catch (InvocationTargetException e) {
        return Optional.of("%s cannot be read: %s".formatted(component.name, e.getCause()));
      }
      var objection = objection(component.name, part);
      if (objection.isPresent()) {
        return objection;
      }
    }
    return Optional.empty();
  }

  private static List<Component> componentsOf(Class<?> type) {
    var found = new ArrayList<Component>();
    for (var component : type.getRecordComponents()) {
      if (!component.getType().isPrimitive()) {
        component.getAccessor().setAccessible(true);
        found.add(
            new Component(
                "component %s.%s".formatted(type.getSimpleName(), component.getName()),
                component.getAccessor()));
      }
    }
    return List.copyOf(found);
  }

  private Optional<String> ofClass(String name, Class<?> type) {
    if (comparable.computeIfAbsent(type, Values::isComparable)) {
      return Optional.empty();
    }
    return Optional.of(
        type.isArray()
            ? "%s is an array, which is equal to nothing but itself; use a List".formatted(name)
            : "%s is a %s, which has no equals of its own; make it a record"
                .formatted(name, type.getName()));
  }

  private static boolean isComparable(Class<?> type) {
    if (type.isArray()) {
      return false;
    }
    if (Enum.class.isAssignableFrom(type)) {
      return true;
    }
    try {
      return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every class has an equals", e);
    }
  }
}
