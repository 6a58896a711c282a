package io.sluice.lab.experiment.mobile;

import io.sluice.lab.simulate.Director;
import io.sluice.lab.simulate.MessageAuditor;
import io.sluice.protocol.World;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.Message.Climb;
import io.sluice.protocol.mobile.Message.Errand.Ask;
import io.sluice.protocol.mobile.Message.Gather;
import io.sluice.protocol.mobile.Place;
import io.sluice.protocol.mobile.State;
import io.sluice.protocol.mobile.TreeRole.Move.Still;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts joins and departures, how far requests climb and how many places are rebuilt, and measures
 * the tree from time to time. It walks the tree itself rather than trust what its places record.
 */
final class MobileCensus implements MessageAuditor<Message>, Director<State, Message> {

  private long joined;
  private long departed;
  private long steps;
  private long rebuilt;
  private int height;
  private int surveys;

  @Override
  public void sent(long at, int from, int to, Message message) {
    switch (message) {
      case Climb(_, Ask _) -> steps++;
      case Gather _ -> rebuilt++;
      default -> {}
    }
  }

  @Override
  public void joined(long at, int node) {
    joined++;
  }

  @Override
  public void departed(long at, int node) {
    departed++;
  }

  @Override
  public List<Command<Message>> orders(long now, World<State, Message> world) {
    height(world)
        .ifPresent(
            measured -> {
              surveys++;
              height = Math.max(height, measured);
            });
    return List.of();
  }

  /** The height of the tree; empty while places are being swapped. */
  private static Optional<Integer> height(World<State, Message> world) {
    int members = 0;
    var level = new ArrayList<Integer>();
    for (int node = 0; node < world.layout().size(); node++) {
      var tree = world.state(node).tree();
      if (tree.place().isPresent() && tree.move() instanceof Still) {
        members++;
        if (tree.place().get().parent().isEmpty()) {
          level.add(node);
        }
      } else if (world.member(node)) {
        return Optional.empty();
      }
    }
    int seen = 0;
    int height = -1;
    while (!level.isEmpty() && seen <= members) {
      seen += level.size();
      height++;
      var next = new ArrayList<Integer>();
      for (int node : level) {
        world.state(node).tree().place().map(Place::children).ifPresent(next::addAll);
      }
      level = next;
    }
    return seen == members ? Optional.of(height) : Optional.empty();
  }

  /** How many processes joined. */
  long joined() {
    return joined;
  }

  /** How many processes departed. */
  long departed() {
    return departed;
  }

  /** How many steps up all requests made together. */
  long steps() {
    return steps;
  }

  /** How often a process got another place because a part of the tree was rebuilt. */
  long rebuilt() {
    return rebuilt;
  }

  /** The largest height of the tree. */
  int height() {
    return height;
  }

  /** How often the tree was measured. */
  int surveys() {
    return surveys;
  }
}
