package io.sluice.protocol.membership;

import io.sluice.protocol.ProcessSet;

/**
 * A view that may follow the current one.
 *
 * @param excluded the members of the view before that are missing in this one although they have
 *     not departed, and those that the views before it excluded without having been opened yet:
 *     they may hold locks until their leases expire
 */
public record Proposal(View view, ProcessSet excluded) {

  /** The processes that the proposal mentions. */
  ProcessSet mentioned() {
    return view.memberSet().plus(excluded);
  }
}
