package io.sluice.cluster.membership;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.Set;

/**
 * A node as one member of the cluster: it seeks to be admitted, is a member for some time, and
 * ends. Everything but {@link #send}, {@link #silent} and the lease of {@link #membership} is for
 * one task at a time.
 */
public interface Incarnation {

  Membership membership();

  /** After how many leases without being admitted it is better to begin another incarnation. */
  int patience();

  void send(Member to, Frame frame);

  /** As {@link io.sluice.cluster.Transport#silent}. */
  default Set<Member> silent() {
    return Set.of();
  }

  /** As {@link io.sluice.cluster.Transport#read}. */
  default ByteChannel read(Member from, String resource) throws IOException {
    throw new IOException("this network carries no data");
  }

  /** Time has passed; the incarnation tells its membership. */
  void tick(long now);

  /** Sends and receives nothing more. */
  void end();
}
