package io.sluice.cluster.wire;

import io.sluice.protocol.Protocol;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds what a protocol's messages are: the second argument of the {@link Protocol} it is. */
public final class MessageTypes {

  private MessageTypes() {}

  /** The type of the messages that a protocol sends. */
  public static Type of(Protocol<?, ?> protocol) {
    return find(protocol.getClass(), Map.of())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s does not say what its messages are: let it implement Protocol<State, Message>"
                        .formatted(protocol.getClass().getName())));
  }

  private static Optional<Type> find(Type type, Map<TypeVariable<?>, Type> bound) {
    return switch (type) {
      case ParameterizedType generic when generic.getRawType() == Protocol.class ->
          Optional.of(resolve(generic.getActualTypeArguments()[1], bound));
      case ParameterizedType generic -> {
        var raw = (Class<?>) generic.getRawType();
        var inner = new HashMap<TypeVariable<?>, Type>();
        for (int i = 0; i < raw.getTypeParameters().length; i++) {
          inner.put(
              raw.getTypeParameters()[i], resolve(generic.getActualTypeArguments()[i], bound));
        }
        yield above(raw, inner);
      }
      case Class<?> plain -> above(plain, Map.of());
      default -> Optional.empty();
    };
  }

  private static Optional<Type> above(Class<?> type, Map<TypeVariable<?>, Type> bound) {
    for (Type each : type.getGenericInterfaces()) {
      var found = find(each, bound);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.ofNullable(type.getGenericSuperclass()).flatMap(up -> find(up, bound));
  }

  private static Type resolve(Type type, Map<TypeVariable<?>, Type> bound) {
    return type instanceof TypeVariable<?> variable ? bound.getOrDefault(variable, type) : type;
  }
}
