/**
 * The lab's experiments with live nodes instead of the simulator: {@code sluice lab run --live}.
 *
 * <p>A {@link io.sluice.lab.live.LiveCluster} starts nodes in this process over a {@link
 * io.sluice.lab.live.LiveNetwork} and gives out runners; an experiment takes one in its options and
 * does not know the difference:
 *
 * <pre>{@code
 * try (var cluster = LiveCluster.open(LiveNetwork.CLUSTER, () -> false)) {
 *   var options = new Options(1, () -> false, cluster.runner(0.2));
 *   Section section = experiment.forLiveNodes().orElseThrow().run(options, Progress.SILENT);
 * }
 * }</pre>
 *
 * <p>Runs share the nodes, each with a lock of its own, and are admitted only while all of them
 * together send fewer messages than the network carries without queueing. Times are measured on the
 * real clock and reported in planned time.
 *
 * <p>A {@link io.sluice.lab.experiment.scaling.ScalingPlan} needs no nodes: {@code LivePipeline}
 * makes a pipeline of {@code io.sluice.streams} of it, whose operators receive the planned loads
 * and whose instances decide by the plan's policy.
 */
package io.sluice.lab.live;
