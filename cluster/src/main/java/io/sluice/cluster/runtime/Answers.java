package io.sluice.cluster.runtime;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import java.util.List;
import java.util.Map;

/**
 * What the members have answered to a question of this node.
 *
 * @param view the view in which the last of them was asked
 * @param frames the answers, by the member
 * @param silent the members that were asked and have not answered in time
 */
public record Answers(View view, Map<Member, Frame.Notice> frames, List<Member> silent) {

  public Answers {
    frames = Map.copyOf(frames);
    silent = List.copyOf(silent);
  }
}
