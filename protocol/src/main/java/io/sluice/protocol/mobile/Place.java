package io.sluice.protocol.mobile;

import io.sluice.protocol.ProcessId;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A place in the tree, with the processes around it. Processes exchange places; a place moves only
 * when a subtree is rebuilt.
 *
 * @param parent the process above; empty at the root
 * @param children the processes below, from left to right
 * @param extent what is known here of the tree's shape
 */
public record Place(
    Optional<@ProcessId Integer> parent, List<@ProcessId Integer> children, Extent extent) {

  /** What a place knows of the tree's shape: that which its balancing needs. */
  public sealed interface Extent {
    /**
     * Where the shape is kept: places are numbered level by level as in {@link
     * io.sluice.protocol.Tree}, and those from 0 to {@code size - 1} are taken.
     *
     * @param size known at the root only; 0 elsewhere
     */
    record Numbered(int number, int size) implements Extent {}

    /** Where it is not: how large the part below each child is, the child itself included. */
    record Weighed(List<Size> branches) implements Extent {
      public Weighed {
        branches = List.copyOf(branches);
      }
    }
  }

  public Place {
    children = List.copyOf(children);
  }

  /** A place right below a process, without children and without sizes to keep. */
  static Place leaf(int parent) {
    return new Place(Optional.of(parent), List.of(), new Extent.Weighed(List.of()));
  }

  public boolean isRoot() {
    return parent.isEmpty();
  }

  boolean isLeaf() {
    return children.isEmpty();
  }

  /** The neighbours of this place. */
  List<Integer> neighbours() {
    return Stream.concat(parent.stream(), children.stream()).toList();
  }

  /** This place after the one above has been given to another process. */
  Place withParent(int successor) {
    return new Place(Optional.of(successor), children, extent);
  }

  /** This place after one below has been given to another process. */
  Place replacing(int child, int successor) {
    var changed = children.stream().map(node -> node == child ? successor : node).toList();
    return new Place(parent, changed, extent);
  }

  /** This place with another one taken below, to the right of the others. */
  Place withChild(int child) {
    var more = new ArrayList<>(children);
    more.add(child);
    return new Place(
        parent,
        more,
        switch (extent) {
          case Extent.Numbered _ -> extent;
          case Extent.Weighed(var branches) -> {
            var weighed = new ArrayList<>(branches);
            weighed.add(Size.LEAF);
            yield new Extent.Weighed(weighed);
          }
        });
  }

  /** This place after one below has been vacated. */
  Place without(int child) {
    int index = indexOf(child);
    var fewer = new ArrayList<>(children);
    fewer.subList(index, index + 1).clear();
    return new Place(
        parent,
        fewer,
        switch (extent) {
          case Extent.Numbered _ -> extent;
          case Extent.Weighed(var branches) -> {
            var weighed = new ArrayList<>(branches);
            weighed.subList(index, index + 1).clear();
            yield new Extent.Weighed(weighed);
          }
        });
  }

  /** This place after the part below a child has changed. */
  Place weighing(int child, Size size) {
    var weighed = new ArrayList<>(branches());
    weighed.set(indexOf(child), size);
    return with(new Extent.Weighed(weighed));
  }

  private int indexOf(int child) {
    int index = children.indexOf(child);
    if (index < 0) {
      throw new NoSuchElementException("process " + child + " is no child of this place");
    }
    return index;
  }

  Place with(Extent other) {
    return new Place(parent, children, other);
  }

  /** The number and size, where the shape is kept. */
  Extent.Numbered numbered() {
    return (Extent.Numbered) extent;
  }

  /** The size of each part below, where it is not. */
  List<Size> branches() {
    return ((Extent.Weighed) extent).branches;
  }
}
