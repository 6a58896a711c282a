package io.sluice.lab.explore.trace;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Ticket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a process as a reader sees it: component by component, with the names of processes
 * in place of their numbers. {@code Waiting[ticket=Ticket[time=1, node=0]]} becomes {@code
 * Waiting(1.a0)}.
 */
public final class StateFields {

  private static final String ONLY = "state";

  private final Layout layout;

  private StateFields(Layout layout) {
    this.layout = layout;
  }

  /** The components of a state by name, in their order; one if it is no record. */
  public static Map<String, String> of(Object state, Layout layout) {
    var texts = new StateFields(layout);
    var fields = new LinkedHashMap<String, String>();
    if (state instanceof Record record && !Component.of(record).isEmpty()) {
      for (var component : Component.of(record)) {
        fields.put(component.name(), texts.text(component.in(record), component.isProcess()));
      }
    } else {
      fields.put(ONLY, texts.text(state, false));
    }
    return fields;
  }

  /** A message in a few letters. */
  public static String label(Object message, Layout layout) {
    return MessageLabel.of(message, layout);
  }

  private String text(Object value, boolean process) {
    return switch (value) {
      case ProcessSet set -> set(set);
      case Ticket(int time, int owner) -> time + "." + name(owner);
      case Boolean flag -> flag ? "yes" : "no";
      case Integer number when process -> name(number);
      case Optional<?> optional -> optional.map(inner -> text(inner, process)).orElse("–");
      case Collection<?> items ->
          "[" + String.join(", ", items.stream().map(item -> text(item, process)).toList()) + "]";
      case Map<?, ?> map -> map(map);
      case Record record -> MessageLabel.hasOwnText(record) ? record.toString() : record(record);
      default -> value.toString();
    };
  }

  private String set(ProcessSet set) {
    var names = new ArrayList<String>();
    set.forEach(node -> names.add(name(node)));
    return names.isEmpty() ? "–" : String.join(" ", names);
  }

  private String map(Map<?, ?> map) {
    if (map.isEmpty()) {
      return "–";
    }
    return "{"
        + String.join(
            ", ",
            map.entrySet().stream()
                .map(entry -> text(entry.getKey(), false) + ": " + text(entry.getValue(), false))
                .sorted()
                .toList())
        + "}";
  }

  private String record(Record record) {
    List<String> values = new ArrayList<>();
    for (var component : Component.of(record)) {
      values.add(text(component.in(record), component.isProcess()));
    }
    if (Component.of(record).size() == 1
        && Component.of(record).getFirst().in(record) instanceof Map<?, ?>) {
      return values.getFirst(); // a map of its own type
    }
    String name = record.getClass().getSimpleName();
    return values.isEmpty() ? name : name + "(" + String.join(", ", values) + ")";
  }

  private String name(int process) {
    return process >= 0 && process < layout.size()
        ? layout.name(process)
        : Integer.toString(process);
  }
}
