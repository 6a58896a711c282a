package io.sluice.bench.streams.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Apache Flink in a MiniCluster, with its defaults: operators with one instance each are chained
 * into one thread. Rescaling uses the adaptive scheduler and a checkpoint just before, so that
 * nothing is processed twice.
 */
public class FlinkEngine implements StreamEngine {

  /** More slots than any job of ours needs. */
  private static final int SLOTS = 4;

  private static final int KEY_GROUPS = 256;

  /** Checkpoints are triggered by hand, before each change of scale. */
  private static final Duration NO_CHECKPOINT = Duration.ofHours(1);

  /** If the checkpoint is complete before the scheduler waits for it, there is no other. */
  private static final Duration LONGEST_WAIT_FOR_CHECKPOINT = Duration.ofSeconds(1);

  @Override
  public String name() {
    return "flink";
  }

  @Override
  public String title() {
    return "Flink 2.3, chained";
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.RESCALE);
  }

  /** What differs from the defaults in all jobs. */
  Configuration options() {
    return new Configuration();
  }

  @Override
  public final Job start(Workload workload) throws Exception {
    var configuration = configuration();
    var cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .withRandomPorts()
                .build());
    cluster.start();
    var environment = StreamExecutionEnvironment.getExecutionEnvironment(options());
    environment.setParallelism(1);
    environment.setMaxParallelism(KEY_GROUPS);
    if (!workload.unlimited()) {
      // Otherwise records wait up to 100 ms for a full buffer, which would count as a gap.
      environment.setBufferTimeout(1);
      environment.enableCheckpointing(NO_CHECKPOINT.toMillis());
    }
    describe(environment, workload);
    var graph = environment.getStreamGraph().getJobGraph();
    var job = cluster.submitJob(graph).get().getJobID();
    return new FlinkJob(cluster, job, graph);
  }

  private static Configuration configuration() {
    var configuration = new Configuration();
    configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    configuration.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);
    // The scheduler waits for nothing but the checkpoint.
    configuration.set(
        JobManagerOptions.SCHEDULER_EXECUTING_COOLDOWN_AFTER_RESCALING, Duration.ZERO);
    configuration.set(
        JobManagerOptions.SCHEDULER_EXECUTING_RESOURCE_STABILIZATION_TIMEOUT, Duration.ZERO);
    configuration.set(
        JobManagerOptions.SCHEDULER_RESCALE_TRIGGER_MAX_DELAY, LONGEST_WAIT_FOR_CHECKPOINT);
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        Path.of(System.getProperty("java.io.tmpdir"), "checkpoints").toUri().toString());
    return configuration;
  }

  private static void describe(StreamExecutionEnvironment environment, Workload workload) {
    var numbers =
        new DataGeneratorSource<>(
            new FlinkSteps.PacedNumbers(workload), Long.MAX_VALUE, Types.LONG);
    var second =
        environment
            .fromSource(numbers, WatermarkStrategy.noWatermarks(), "source")
            .map(Steps::first)
            .returns(Types.LONG)
            .map(Steps::second)
            .returns(Types.LONG);
    SingleOutputStreamOperator<Long> third =
        workload.keyed()
            ? second
                .keyBy(Steps::key, Types.INT)
                .process(new FlinkSteps.Count(workload.stateBytes()), Types.LONG)
            : second.map(Steps::third).returns(Types.LONG);
    third.sinkTo(new FlinkSteps.CountingSink());
  }
}
