package io.sluice.lab.explore.trace;

import io.sluice.protocol.Layout;
import io.sluice.protocol.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A message in a few letters: {@code Req(1.a0)} for {@code Req[ticket=Ticket[time=1, node=0]]}. It
 * has the name of the message, its plain values and tickets, and the names of the flags that are
 * true. Sets, lists and queues are left out: a diagram has no room for them.
 */
final class MessageLabel {

  private MessageLabel() {}

  static String of(Object message, Layout layout) {
    var shown = unwrapped(message);
    if (!(shown instanceof Record named) || hasOwnText(named)) {
      return shown.toString();
    }
    var values = values(named, layout);
    String name = named.getClass().getSimpleName();
    return values.isEmpty() ? name : name + "(" + String.join(",", values) + ")";
  }

  private static List<String> values(Record from, Layout layout) {
    var shown = new ArrayList<String>();
    for (var component : Component.of(from)) {
      add(component.name(), unwrapped(component.in(from)), layout, shown);
    }
    return shown;
  }

  private static void add(String name, Object value, Layout layout, List<String> shown) {
    switch (value) {
      case Boolean flag when flag -> shown.add(name);
      case Boolean _ -> {}
      case Ticket(int time, int process) -> shown.add(time + "." + name(process, layout));
      case Record inner when hasOwnText(inner) -> shown.add(inner.toString());
      case Record inner -> shown.addAll(values(inner, layout));
      case Optional<?> optional -> optional.ifPresent(present -> add(name, present, layout, shown));
      case Number number -> shown.add(number.toString());
      case CharSequence text -> shown.add(text.toString());
      case Enum<?> constant -> shown.add(constant.toString());
      default -> {}
    }
  }

  /** Whether a record does not have the text that Java gives to records. */
  static boolean hasOwnText(Record record) {
    return !record.toString().startsWith(record.getClass().getSimpleName() + "[");
  }

  /** The component that a record stands for: the one whose text it has as its own. */
  private static Object unwrapped(Object value) {
    if (value instanceof Record wrapper && hasOwnText(wrapper)) {
      for (var component : Component.of(wrapper)) {
        var inner = component.in(wrapper);
        if (inner.toString().equals(wrapper.toString())) {
          return unwrapped(inner);
        }
      }
    }
    return value;
  }

  private static String name(int process, Layout layout) {
    return process < layout.size() ? layout.name(process) : Integer.toString(process);
  }
}
