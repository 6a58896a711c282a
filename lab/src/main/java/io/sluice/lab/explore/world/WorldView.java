package io.sluice.lab.explore.world;

import io.sluice.lab.client.ClientState;
import io.sluice.protocol.Layout;
import io.sluice.protocol.World;
import java.util.ArrayList;
import java.util.List;

/** The world under a cursor, as protocols see worlds. */
public record WorldView<S, M>(Layout layout, Cursor<S, M> cursor, Memo<S, M> memo)
    implements World<S, M> {

  @Override
  public S state(int node) {
    return memo.state(cursor.vector()[node]);
  }

  @Override
  public List<M> inTransit(int from, int to) {
    int[] queue = memo.queue(cursor.vector()[cursor.channelSlot(from, to)]);
    var messages = new ArrayList<M>(queue.length);
    for (int message : queue) {
      messages.add(memo.message(message));
    }
    return messages;
  }

  @Override
  public boolean waiting(int node) {
    return cursor.client(node).state() == ClientState.WAITING;
  }

  @Override
  public boolean inside(int node) {
    return cursor.client(node).state().isInside();
  }

  @Override
  public boolean crashed(int node) {
    return cursor.client(node).state() == ClientState.CRASHED;
  }

  @Override
  public boolean member(int node) {
    return cursor.client(node).state().isMember();
  }
}
