package io.sluice.protocol.exclusive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The quorums of Agrawal and El Abbadi: a path from the root of a binary tree to a leaf, in which
 * two paths, one through each child, replace a failed process.
 *
 * <p>Any two of them have a member in common, <em>whichever processes each takes for failed</em>.
 * By induction over the tree: two quorums of a subtree that both contain its root meet there; if
 * one does not, it contains a quorum of each child's subtree, and the other one of at least one of
 * these. So processes need not agree on which have failed.
 *
 * <p>The paper's trees are complete. Here the tree is filled level by level, and one process may
 * have one child: its quorums are its child's, with itself unless it has failed, so they intersect
 * too.
 *
 * @param nodes how many processes; the children of i are 2i+1 and 2i+2, process 0 is the root
 */
public record TreeQuorums(int nodes) {

  /**
   * A quorum for a process, in ascending order: without failures the path through the process
   * itself and then down the first children, so that the load is spread and one vote is local.
   * Empty if the survivors contain no quorum; then there is none for any process.
   *
   * @param failed in ascending order
   */
  public Optional<List<Integer>> of(int self, List<Integer> failed) {
    var members = new ArrayList<Integer>();
    if (!gather(0, self, failed, members)) {
      return Optional.empty();
    }
    Collections.sort(members);
    return Optional.of(List.copyOf(members));
  }

  /** The paper's GetQuorum: adds a quorum of a process's subtree, or returns false. */
  private boolean gather(int node, int self, List<Integer> failed, List<Integer> members) {
    int first = 2 * node + 1;
    int second = first + 1;
    boolean leaf = first >= nodes;
    if (Collections.binarySearch(failed, node) >= 0) {
      return !leaf
          && gather(first, self, failed, members)
          && (second >= nodes || gather(second, self, failed, members));
    }
    members.add(node);
    if (leaf) {
      return true;
    }
    boolean throughSecond = isBelow(self, second);
    int preferred = throughSecond ? second : first;
    int other = throughSecond ? first : second;
    int before = members.size();
    if (gather(preferred, self, failed, members)) {
      return true;
    }
    members.subList(before, members.size()).clear();
    return other < nodes && gather(other, self, failed, members);
  }

  private static boolean isBelow(int node, int top) {
    int up = node;
    while (up > top) {
      up = (up - 1) / 2;
    }
    return up == top;
  }
}
