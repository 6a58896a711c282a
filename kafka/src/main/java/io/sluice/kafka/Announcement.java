package io.sluice.kafka;

import io.sluice.cluster.Member;
import io.sluice.cluster.membership.MembershipMessage;

/**
 * What a node writes to the announcements partition, which all nodes read. Public only for the
 * codec.
 */
public sealed interface Announcement {

  /**
   * The sender.
   *
   * @param inbox the partition that it reads
   */
  record Origin(Member member, int inbox) {}

  /** I am here; see {@link MembershipMessage.Ping}. */
  record Present(MembershipMessage.Ping ping) implements Announcement {}

  /**
   * I found a cluster, unless another node has founded one, or was a member of one, since I looked.
   *
   * @param read the offset in the announcements up to which I had read
   */
  record Found(long read) implements Announcement {}

  /** The cluster has ended: I was its last member, and hold nothing. */
  record Closed() implements Announcement {}

  /** I am gone, and shall not be heard of again. */
  record Gone() implements Announcement {}
}
