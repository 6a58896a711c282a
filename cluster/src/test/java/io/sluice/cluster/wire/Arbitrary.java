package io.sluice.cluster.wire;

import io.sluice.protocol.ProcessSet;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Makes arbitrary values of the types that messages consist of. */
final class Arbitrary {

  private static final long[] EDGES = {
    0, 1, -1, 63, 64, -64, -65, 127, 128, Integer.MAX_VALUE, Integer.MIN_VALUE
  };

  private final Random random;

  Arbitrary(long seed) {
    random = new Random(seed);
  }

  Object of(Type type) {
    return switch (type) {
      case ParameterizedType generic when generic.getRawType() == List.class -> list(generic);
      case ParameterizedType generic when generic.getRawType() == Optional.class ->
          random.nextBoolean()
              ? Optional.of(of(generic.getActualTypeArguments()[0]))
              : Optional.empty();
      case ParameterizedType generic when generic.getRawType() == Map.class -> map(generic);
      case Class<?> plain when plain == int.class || plain == Integer.class -> (int) number();
      case Class<?> plain when plain == long.class || plain == Long.class ->
          random.nextBoolean() ? number() : random.nextLong();
      case Class<?> plain when plain == boolean.class || plain == Boolean.class ->
          random.nextBoolean();
      case Class<?> plain when plain == String.class -> text();
      case Class<?> plain when plain == ProcessSet.class ->
          ProcessSet.of(random.ints(random.nextInt(5), 0, 200).toArray());
      case Class<?> plain when plain.isEnum() -> oneOf(List.of(plain.getEnumConstants()));
      case Class<?> plain when plain.isRecord() -> product(plain);
      case Class<?> plain when plain.isSealed() ->
          of(oneOf(List.of(plain.getPermittedSubclasses())));
      default -> throw new AssertionError("no values of " + type);
    };
  }

  private <T> T oneOf(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private long number() {
    return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextInt();
  }

  private String text() {
    return oneOf(List.of("", "orders", "größer als ASCII", "\uD83D\uDD12", "x".repeat(300)));
  }

  private List<Object> list(ParameterizedType type) {
    var list = new ArrayList<Object>();
    for (int left = random.nextInt(5); left > 0; left--) {
      list.add(of(type.getActualTypeArguments()[0]));
    }
    return List.copyOf(list);
  }

  private Map<Object, Object> map(ParameterizedType type) {
    var map = new HashMap<Object, Object>();
    for (int left = random.nextInt(5); left > 0; left--) {
      map.put(of(type.getActualTypeArguments()[0]), of(type.getActualTypeArguments()[1]));
    }
    return Map.copyOf(map);
  }

  private Object product(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    var values = new Object[components.length];
    var types = new Class<?>[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = of(components[i].getGenericType());
      types[i] = components[i].getType();
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
