package io.sluice.lab.explore.world;

import io.sluice.protocol.Fence;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rewrites the times, process numbers and fencing numbers in a value: a record of records, lists,
 * sets, maps, optionals and node sets, in which such numbers are marked {@link Time}, {@link
 * ProcessId} and {@link Fence}. So a protocol gets its canonical forms by naming its numbers, and
 * writes no code for them.
 */
public final class Rewriter {

  /** What becomes of each kind of marked number; by default nothing. */
  public interface Change {
    /** What follows is in a component of a record. */
    default void enter(Class<?> type, String component) {}

    default int time(int time) {
      return time;
    }

    default int node(int node) {
      return node;
    }

    default long fence(long fence) {
      return fence;
    }
  }

  /** Leaves times out: values that differ only in these become equal. */
  public static final Change WITHOUT_TIMES =
      new Change() {
        @Override
        public int time(int time) {
          return 0;
        }
      };

  private record Shape(Constructor<?> constructor, List<Part> parts) {}

  private record Part(Method accessor, AnnotatedType type) {}

  private final Map<Class<?>, Shape> shapes = new HashMap<>();

  @SuppressWarnings("unchecked")
  public <T> T rewrite(T value, Change change) {
    return (T) rewritten(value, Optional.empty(), change);
  }

  private Object rewritten(Object value, Optional<AnnotatedType> type, Change change) {
    return switch (value) {
      case Integer number when marked(type, Time.class) -> change.time(number);
      case Long number when marked(type, Time.class) -> (long) change.time(Math.toIntExact(number));
      case Integer number when marked(type, ProcessId.class) -> change.node(number);
      case Long number when marked(type, Fence.class) -> change.fence(number);
      case ProcessSet set -> renamed(set, change);
      case Record record -> rebuilt(record, change);
      case List<?> list -> {
        var of = argument(type, 0);
        yield list.stream().map(item -> rewritten(item, of, change)).toList();
      }
      case Set<?> set -> {
        var of = argument(type, 0);
        var items = new LinkedHashSet<Object>();
        set.forEach(item -> items.add(rewritten(item, of, change)));
        yield items;
      }
      case Map<?, ?> map -> {
        var ofKeys = argument(type, 0);
        var ofItems = argument(type, 1);
        var entries = map instanceof TreeMap<?, ?> ? new TreeMap<>() : new LinkedHashMap<>();
        map.forEach(
            (key, item) ->
                entries.put(rewritten(key, ofKeys, change), rewritten(item, ofItems, change)));
        yield entries;
      }
      case Optional<?> optional -> optional.map(item -> rewritten(item, argument(type, 0), change));
      default -> value;
    };
  }

  private static ProcessSet renamed(ProcessSet set, Change change) {
    var members = new ArrayList<Integer>();
    set.forEach(node -> members.add(change.node(node)));
    return ProcessSet.of(members.stream().mapToInt(Integer::intValue).toArray());
  }

  private Object rebuilt(Record record, Change change) {
    var shape = shapes.computeIfAbsent(record.getClass(), Rewriter::shapeOf);
    Object[] arguments = new Object[shape.parts.size()];
    try {
      for (int p = 0; p < arguments.length; p++) {
        var part = shape.parts.get(p);
        change.enter(record.getClass(), part.accessor.getName());
        arguments[p] = rewritten(part.accessor.invoke(record), Optional.of(part.type), change);
      }
      return shape.constructor.newInstance(arguments);
    } catch (IllegalAccessException | InstantiationException | InvocationTargetException e) {
      throw new IllegalStateException("cannot rebuild " + record, e);
    }
  }

  private static Shape shapeOf(Class<?> type) {
    var components = type.getRecordComponents();
    try {
      var constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(c -> c.getType()).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      var parts = new ArrayList<Part>();
      for (var component : components) {
        component.getAccessor().setAccessible(true);
        parts.add(new Part(component.getAccessor(), component.getAnnotatedType()));
      }
      return new Shape(constructor, List.copyOf(parts));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a record without its own constructor: " + type, e);
    }
  }

  private static boolean marked(
      Optional<AnnotatedType> type, Class<? extends java.lang.annotation.Annotation> mark) {
    return type.map((AnnotatedElement t) -> t.isAnnotationPresent(mark)).orElse(false);
  }

  private static Optional<AnnotatedType> argument(Optional<AnnotatedType> type, int index) {
    return type.filter(AnnotatedParameterizedType.class::isInstance)
        .map(t -> ((AnnotatedParameterizedType) t).getAnnotatedActualTypeArguments()[index]);
  }
}
