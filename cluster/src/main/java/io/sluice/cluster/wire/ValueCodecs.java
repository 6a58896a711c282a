package io.sluice.cluster.wire;

import io.sluice.protocol.ProcessSet;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the shapes of messages off their types. */
final class ValueCodecs {

  private static final String SENDABLE =
      "what can be sent: int, long, boolean, String, enums, ProcessSet, List, Map and Optional of"
          + " these, records of these, and sealed interfaces of such records";

  private final Map<Type, ValueCodec> known = new HashMap<>();

  /**
   * The codec of a message type.
   *
   * @throws IllegalArgumentException if it has a part that cannot be sent; the message names it
   */
  ValueCodec of(Class<?> type) {
    return of(type, "a message");
  }

  /** The records, enums and sealed interfaces that the codecs made until now are for. */
  Set<Class<?>> classes() {
    return known.keySet().stream()
        .filter(Class.class::isInstance)
        .<Class<?>>map(Class.class::cast)
        .filter(type -> type.isRecord() || type.isEnum() || type.isSealed())
        .collect(Collectors.toSet());
  }

  /**
   * @param what the part of the message that has the type
   */
  private ValueCodec of(Type type, String what) {
    ValueCodec shape = known.get(type);
    if (shape == null) {
      // A record may contain its own kind, as a tree does: what is being made is referred to.
      var reference = new Reference();
      known.put(type, reference);
      shape = make(type, what);
      reference.target = shape;
      known.put(type, shape);
    }
    return shape;
  }

  private ValueCodec make(Type type, String what) {
    return switch (type) {
      case ParameterizedType generic when generic.getRawType() == List.class ->
          new ValueCodec.Several(of(generic.getActualTypeArguments()[0], what));
      case ParameterizedType generic when generic.getRawType() == Optional.class ->
          new ValueCodec.Maybe(of(generic.getActualTypeArguments()[0], what));
      case ParameterizedType generic when generic.getRawType() == Map.class ->
          new ValueCodec.Table(
              of(generic.getActualTypeArguments()[0], what),
              of(generic.getActualTypeArguments()[1], what));
      case Class<?> plain when plain == int.class || plain == Integer.class -> new ValueCodec.Int();
      case Class<?> plain when plain == long.class || plain == Long.class ->
          new ValueCodec.Long64();
      case Class<?> plain when plain == boolean.class || plain == Boolean.class ->
          new ValueCodec.Flag();
      case Class<?> plain when plain == String.class -> new ValueCodec.Text();
      case Class<?> plain when plain == ProcessSet.class -> new ValueCodec.Nodes();
      case Class<?> plain when plain.isEnum() ->
          new ValueCodec.Constant(List.of(plain.getEnumConstants()));
      case Class<?> plain when plain.isRecord() -> product(plain);
      case Class<?> plain when plain.isSealed() -> choice(plain);
      default ->
          throw new IllegalArgumentException(
              "%s is of type %s; %s".formatted(what, type.getTypeName(), SENDABLE));
    };
  }

  private ValueCodec product(Class<?> type) {
    try {
      RecordAccess.check(type);
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          "%s is not public: make it public, and the classes around it".formatted(nameOf(type)), e);
    }
    var shapes = new ArrayList<ValueCodec>();
    for (RecordComponent each : type.getRecordComponents()) {
      String what = "component '" + each.getName() + "' of " + nameOf(type);
      shapes.add(of(each.getGenericType(), what));
    }
    return new ValueCodec.Product(type, shapes);
  }

  private static String nameOf(Class<?> type) {
    return type.getName().replace('$', '.');
  }

  private ValueCodec choice(Class<?> type) {
    SequencedSet<Class<?>> records = new LinkedHashSet<>();
    gather(type, records);
    var places = new HashMap<Class<?>, Integer>();
    var shapes = new ArrayList<ValueCodec>();
    for (Class<?> each : records) {
      places.put(each, shapes.size());
      shapes.add(of(each, "a message"));
    }
    return new ValueCodec.Choice(List.copyOf(records), Map.copyOf(places), List.copyOf(shapes));
  }

  /** The records under a sealed interface, in the order in which they are declared. */
  private static void gather(Class<?> type, SequencedSet<Class<?>> records) {
    if (type.isRecord()) {
      records.add(type);
    } else if (type.isSealed()) {
      for (Class<?> each : type.getPermittedSubclasses()) {
        gather(each, records);
      }
    } else {
      throw new IllegalArgumentException(
          "%s is neither a record nor a sealed interface; %s".formatted(nameOf(type), SENDABLE));
    }
  }

  /** Stands for a shape that is still being made. */
  private static final class Reference implements ValueCodec {
    private ValueCodec target = this;

    @Override
    public void write(Object value, Writer out) {
      target.write(value, out);
    }

    @Override
    public Object read(Reader in) {
      return target.read(in);
    }
  }
}
