package io.sluice.kafka;

import io.sluice.cluster.Member;
import io.sluice.cluster.Word;

/** What is said in the lobby, for all to hear. Public only for the codec. */
public sealed interface Call {

  /**
   * Who says it.
   *
   * @param inbox the partition that it reads
   */
  record Origin(Member member, int inbox) {}

  /** I am here; see {@link Word.Ping}. */
  record Present(Word.Ping ping) implements Call {}

  /**
   * I begin a cluster, unless somebody else has begun one, or was a member of one, since I looked.
   *
   * @param read the place in the lobby up to which I had read
   */
  record Found(long read) implements Call {}

  /** The cluster has ended: I was its last member, and hold nothing. */
  record Closed() implements Call {}

  /** I am gone, and shall not be heard of again. */
  record Gone() implements Call {}
}
