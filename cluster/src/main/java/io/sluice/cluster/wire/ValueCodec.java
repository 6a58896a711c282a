package io.sluice.cluster.wire;

import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one part of a message is written and read. */
interface ValueCodec {

  void write(Object value, Writer out);

  Object read(Reader in);

  /** Whole numbers of 32 bits. */
  record Int() implements ValueCodec {
    @Override
    public void write(Object value, Writer out) {
      out.number((Integer) value);
    }

    @Override
    public Object read(Reader in) {
      return in.smallNumber();
    }
  }

  /** Whole numbers of 64 bits. */
  record Long64() implements ValueCodec {
    @Override
    public void write(Object value, Writer out) {
      out.number((Long) value);
    }

    @Override
    public Object read(Reader in) {
      return in.number();
    }
  }

  record Flag() implements ValueCodec {
    @Override
    public void write(Object value, Writer out) {
      out.flag((Boolean) value);
    }

    @Override
    public Object read(Reader in) {
      return in.flag();
    }
  }

  record Text() implements ValueCodec {
    @Override
    public void write(Object value, Writer out) {
      out.text((String) value);
    }

    @Override
    public Object read(Reader in) {
      return in.text();
    }
  }

  /** One of a few constants, by its place among them. */
  record Constant(List<?> constants) implements ValueCodec {
    @Override
    public void write(Object value, Writer out) {
      out.number(constants.indexOf(value));
    }

    @Override
    public Object read(Reader in) {
      return constants.get(in.below(constants.size(), "constant"));
    }
  }

  /** Processes in ascending order, each by its distance from the one before. */
  record Nodes() implements ValueCodec {

    /** Far more processes than a view has; a set takes space up to its largest member. */
    private static final int END = 1 << 16;

    @Override
    public void write(Object value, Writer out) {
      var nodes = (ProcessSet) value;
      out.number(nodes.size());
      int[] last = {0};
      nodes.forEach(
          node -> {
            out.number(node - last[0]);
            last[0] = node;
          });
    }

    @Override
    public Object read(Reader in) {
      var nodes = ProcessSet.EMPTY;
      int node = 0;
      for (int left = in.count(); left > 0; left--) {
        node += in.below(END - node, "process");
        nodes = nodes.plus(node);
      }
      return nodes;
    }
  }

  record Several(ValueCodec element) implements ValueCodec {
    @Override
    public void write(Object value, Writer out) {
      var list = (List<?>) value;
      out.number(list.size());
      list.forEach(each -> element.write(each, out));
    }

    @Override
    public Object read(Reader in) {
      int count = in.count();
      // Not sized by what the frame says: elements cost more memory than bytes.
      var list = new ArrayList<Object>();
      for (int i = 0; i < count; i++) {
        list.add(element.read(in));
      }
      return List.copyOf(list);
    }
  }

  record Table(ValueCodec key, ValueCodec value) implements ValueCodec {
    @Override
    public void write(Object map, Writer out) {
      var entries = ((Map<?, ?>) map).entrySet();
      out.number(entries.size());
      for (var entry : entries) {
        key.write(entry.getKey(), out);
        value.write(entry.getValue(), out);
      }
    }

    @Override
    public Object read(Reader in) {
      int count = in.count();
      var map = new HashMap<Object, Object>();
      for (int i = 0; i < count; i++) {
        if (map.put(key.read(in), value.read(in)) != null) {
          throw new BadFrame("a table with the same key twice");
        }
      }
      return Map.copyOf(map);
    }
  }

  record Maybe(ValueCodec element) implements ValueCodec {
    @Override
    public void write(Object value, Writer out) {
      var maybe = (Optional<?>) value;
      out.flag(maybe.isPresent());
      maybe.ifPresent(present -> element.write(present, out));
    }

    @Override
    public Object read(Reader in) {
      return in.flag() ? Optional.of(element.read(in)) : Optional.empty();
    }
  }

  /** A record: its components in their order, and nothing else. */
  final class Product implements ValueCodec {

    private final Class<?> type;
    private final ValueCodec[] shapes;

    @SuppressWarnings("NullAway") // null until the first such record is sent: most never are
    private volatile RecordAccess access;

    /**
     * @param shapes of the components
     */
    Product(Class<?> type, List<ValueCodec> shapes) {
      this.type = type;
      this.shapes = shapes.toArray(ValueCodec[]::new);
    }

    private RecordAccess access() {
      RecordAccess known = access;
      if (known == null) {
        known = RecordAccess.of(type);
        access = known;
      }
      return known;
    }

    @Override
    public void write(Object value, Writer out) {
      Object[] parts = access().parts(value);
      for (int i = 0; i < parts.length; i++) {
        shapes[i].write(parts[i], out);
      }
    }

    @Override
    public Object read(Reader in) {
      in.down();
      var parts = new Object[shapes.length];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = shapes[i].read(in);
      }
      in.up();
      try {
        return access().made(parts);
      } catch (RuntimeException | Error e) {
        // The record's own rules: it may refuse what no honest peer would have sent.
        throw new BadFrame("a record of impossible parts: " + e.getMessage(), e);
      }
    }
  }

  /** One of several records, by its place among them. */
  record Choice(List<Class<?>> types, Map<Class<?>, Integer> places, List<ValueCodec> shapes)
      implements ValueCodec {
    @Override
    public void write(Object value, Writer out) {
      Integer place = places.get(value.getClass());
      if (place == null) {
        throw new IllegalArgumentException("not one of " + types + ": " + value);
      }
      out.number(place);
      shapes.get(place).write(value, out);
    }

    @Override
    public Object read(Reader in) {
      return shapes.get(in.below(shapes.size(), "kind of message")).read(in);
    }
  }
}
