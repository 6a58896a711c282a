package io.sluice.bench.streams.engine;

import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobResourceRequirements;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.minicluster.MiniCluster;

/** A job in a MiniCluster of its own. */
final class FlinkJob implements StreamEngine.Job {

  private static final long POLL_NANOS = 2_000_000;

  private final MiniCluster cluster;
  private final JobID job;
  private final JobVertexID source;
  private final JobVertexID last;

  FlinkJob(MiniCluster cluster, JobID job, JobGraph graph) {
    this.cluster = cluster;
    this.job = job;
    var vertices = graph.getVerticesSortedTopologicallyFromSources();
    source = vertices.getFirst().getID();
    last = vertices.getLast().getID();
  }

  /**
   * Rescales what follows the source, which is the third operator chained with the sink. The
   * scheduler restarts the job as soon as a checkpoint is complete.
   */
  @Override
  public void scale(StreamEngine.Operator operator, int instances)
      throws ExecutionException, InterruptedException {
    await(running());
    if (parallelism(cluster.getExecutionGraph(job).get()) == instances) {
      return;
    }
    var wanted =
        JobResourceRequirements.newBuilder()
            .setParallelismForJobVertex(source, 1, 1)
            .setParallelismForJobVertex(last, instances, instances)
            .build();
    cluster.updateJobResourceRequirements(job, wanted).get();
    cluster.triggerCheckpoint(job).get();
    await(running().and(graph -> parallelism(graph) == instances));
  }

  private void await(Predicate<AccessExecutionGraph> condition)
      throws ExecutionException, InterruptedException {
    while (!condition.test(cluster.getExecutionGraph(job).get())) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private int parallelism(AccessExecutionGraph graph) {
    return Objects.requireNonNull(graph.getJobVertex(last), "the last vertex").getParallelism();
  }

  private static Predicate<AccessExecutionGraph> running() {
    return graph ->
        graph.getState() == JobStatus.RUNNING
            && StreamSupport.stream(graph.getAllExecutionVertices().spliterator(), false)
                .allMatch(task -> task.getExecutionState() == ExecutionState.RUNNING);
  }

  @Override
  public void close() {
    cluster.cancelJob(job).join();
    cluster.closeAsync().join();
  }
}
