package io.sluice.protocol.priority;

import io.sluice.protocol.World;
import io.sluice.protocol.priority.Message.Release;
import io.sluice.protocol.priority.Message.Reply;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The promise that each resource has one token: at any moment exactly one, with a participant or in
 * transit; after a crash or the departure of the root there may be none for a while, but never two.
 * A message that is void to its receiver carries none.
 */
record OneToken(int units) implements Predicate<World<State, Message>> {

  @Override
  public boolean test(World<State, Message> world) {
    int[] tokens = new int[units];
    boolean mourning = false;
    int n = world.layout().size();
    for (int node = 0; node < n; node++) {
      var s = world.state(node);
      mourning |= world.crashed(node) || !s.dead().isEmpty();
      if (world.crashed(node)) {
        continue;
      }
      s.errand().ifPresent(errand -> tokens[errand.token().unit()]++);
      for (int unit = 0; unit < s.slots().size(); unit++) {
        tokens[unit] += s.slots().get(unit) instanceof Slot.Home ? 1 : 0;
      }
      for (int from = 0; from < n; from++) {
        for (var message : world.inTransit(from, node)) {
          boolean isVoid = s.dead().contains(from) || !message.dead().containsAll(s.dead());
          carried(message).filter(_ -> !isVoid).ifPresent(token -> tokens[token.unit()]++);
        }
      }
    }
    for (int count : tokens) {
      if (count > 1 || (count == 0 && !mourning)) {
        return false;
      }
    }
    return true;
  }

  private static Optional<UnitToken> carried(Message message) {
    return switch (message) {
      case Reply(_, _, var token, _) -> Optional.of(token);
      case Release(_, _, var token) -> Optional.of(token);
      default -> Optional.empty();
    };
  }
}
