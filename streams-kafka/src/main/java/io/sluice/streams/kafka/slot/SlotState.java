package io.sluice.streams.kafka.slot;

import io.sluice.protocol.scaling.keyed.InstanceState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a slot is, as its state partition has it. It changes with steps of the protocol, not with
 * records; see {@link Progress}.
 *
 * @param protocol the state of the protocol
 * @param epochs the groups whose state is here, and how often each has moved
 * @param arriving the groups whose state is coming
 * @param byes the receivers that have yet to hear that this instance is gone
 * @param order what it was ordered to do
 * @param pool what it knows as keeper
 * @param ends for a bounded source, where each partition of its topic ends
 */
public record SlotState(
    InstanceState protocol,
    Map<Integer, Long> epochs,
    Map<Integer, Long> arriving,
    List<Integer> byes,
    Optional<UnderOrder> order,
    Optional<Pool> pool,
    Map<Integer, Long> ends) {

  public SlotState {
    epochs = Map.copyOf(epochs);
    arriving = Map.copyOf(arriving);
    byes = List.copyOf(byes);
    ends = Map.copyOf(ends);
  }

  /**
   * An order that has not been carried out yet.
   *
   * @param begun whether the protocol has been told
   * @param started whether the newborn have been started
   */
  public record UnderOrder(Control.Order order, boolean begun, boolean started) {}
}
