package io.sluice.lab.simulate.audit;

import io.sluice.lab.simulate.Auditor;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Records for each group, over time, how many ask or are inside and how many are inside.
 *
 * <p>A group's series is a list of steps: its numbers hold from one step's time until the next.
 */
public final class OccupancySeries implements Auditor {

  /**
   * A change.
   *
   * @param at when, in nanoseconds from the start
   * @param engaged how many ask or are inside from then on
   * @param inside how many of them are inside
   */
  public record Step(long at, int engaged, int inside) {}

  private enum Place {
    OUTSIDE,
    WAITING,
    INSIDE
  }

  private final Layout layout;
  private final Place[] places;
  private final List<List<Step>> steps = new ArrayList<>();

  public OccupancySeries(Layout layout) {
    this.layout = layout;
    this.places = new Place[layout.size()];
    Arrays.fill(places, Place.OUTSIDE);
    for (int group = 0; group < layout.groups(); group++) {
      steps.add(new ArrayList<>(List.of(new Step(0, 0, 0))));
    }
  }

  /** The series of a group; it begins with a step at 0. */
  public List<Step> of(int group) {
    return Collections.unmodifiableList(steps.get(group));
  }

  @Override
  public void asked(long at, int process, Claim claim) {
    move(at, process, Place.WAITING);
  }

  @Override
  public void entered(long at, int process, Claim claim, long fence) {
    move(at, process, Place.INSIDE);
  }

  @Override
  public void released(long at, int process, Claim claim) {
    move(at, process, Place.OUTSIDE);
  }

  @Override
  public void withdrew(long at, int process, Claim claim) {
    move(at, process, Place.OUTSIDE);
  }

  @Override
  public void crashed(long at, int process) {
    move(at, process, Place.OUTSIDE);
  }

  private void move(long at, int process, Place to) {
    var series = steps.get(layout.group(process));
    var from = places[process];
    places[process] = to;
    var current = series.getLast();
    var step =
        new Step(
            at,
            current.engaged - engaged(from) + engaged(to),
            current.inside - inside(from) + inside(to));
    if (current.at == at) {
      series.set(series.size() - 1, step);
    } else {
      series.add(step);
    }
  }

  private static int engaged(Place place) {
    return place == Place.OUTSIDE ? 0 : 1;
  }

  private static int inside(Place place) {
    return place == Place.INSIDE ? 1 : 0;
  }
}
