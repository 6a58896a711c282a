package io.sluice.bench.streams.engine;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sink;
import com.hazelcast.jet.pipeline.SinkBuilder;
import com.hazelcast.jet.pipeline.SourceBuilder;
import com.hazelcast.jet.pipeline.StreamSource;
import com.hazelcast.jet.pipeline.StreamStage;
import io.sluice.bench.process.Children;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Hazelcast Jet with its defaults: adjacent functions are fused. Rescaling adds a second member to
 * the cluster and removes it again; both are in this process.
 */
public class JetEngine implements StreamEngine {

  private static final int MEMBERS = 2;

  /** The smallest that it accepts: how long after a new member the job restarts. */
  private static final long SCALE_UP_DELAY_MILLIS = 1;

  @Override
  public String name() {
    return "jet";
  }

  @Override
  public String title() {
    return "Hazelcast Jet 5.7";
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.RESCALE);
  }

  @Override
  public Duration betweenActions() {
    return Duration.ofSeconds(2);
  }

  /** Whether each function is a vertex of its own, and not fused with its neighbours. */
  boolean apart() {
    return false;
  }

  @Override
  public final Job start(Workload workload) throws IOException {
    var ports = Children.freePorts(MEMBERS);
    var first = member(ports, 0);
    var config = new JobConfig().setName("bench").setMetricsEnabled(false);
    if (!workload.unlimited() && workload.rate() > 0) {
      config.setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE);
    }
    var job = first.getJet().newJob(pipeline(workload), config);
    return new JetJob(first, job, () -> member(ports, 1));
  }

  private static HazelcastInstance member(List<Integer> ports, int self) {
    var config = new Config();
    config.setProperty("hazelcast.logging.type", "slf4j");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    // Otherwise it listens on all interfaces, whatever is configured below.
    config.setProperty("hazelcast.socket.bind.any", "false");
    // Otherwise a second member waits five seconds for more.
    config.setProperty("hazelcast.wait.seconds.before.join", "0");
    config.getJetConfig().setEnabled(true).setScaleUpDelayMillis(SCALE_UP_DELAY_MILLIS);
    var network = config.getNetworkConfig();
    network.setPort(ports.get(self)).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    network.getJoin().getAutoDetectionConfig().setEnabled(false);
    network.getJoin().getMulticastConfig().setEnabled(false);
    var join = network.getJoin().getTcpIpConfig().setEnabled(true);
    ports.forEach(port -> join.addMember("127.0.0.1:" + port));
    return Hazelcast.newHazelcastInstance(config);
  }

  private Pipeline pipeline(Workload workload) {
    var pipeline = Pipeline.create();
    var source = pipeline.readFrom(source(workload)).withoutTimestamps().setLocalParallelism(1);
    var first = apart(source).map(record -> Steps.first(record)).setLocalParallelism(1);
    var second = apart(first).map(record -> Steps.second(record)).setLocalParallelism(1);
    var third = workload.keyed() ? count(second, workload) : apart(second).map(Steps::third);
    apart(third.setLocalParallelism(1)).writeTo(sink());
    return pipeline;
  }

  private StreamStage<Long> apart(StreamStage<Long> stage) {
    return apart() ? stage.rebalance() : stage;
  }

  private static StreamStage<Long> count(StreamStage<Long> records, Workload workload) {
    int bytes = workload.stateBytes();
    return records
        .groupingKey(record -> Steps.key(record))
        .mapStateful(
            () -> new KeyState(bytes), (state, _, record) -> Steps.counted(record, state.next()));
  }

  private static StreamSource<Long> source(Workload workload) {
    return SourceBuilder.stream("source", _ -> new Numbers(workload))
        .<Long>fillBufferFn((numbers, buffer) -> numbers.fill(buffer))
        .createSnapshotFn(numbers -> numbers.next)
        .restoreSnapshotFn((numbers, saved) -> numbers.next = saved.getFirst())
        .build();
  }

  private static Sink<Long> sink() {
    return SinkBuilder.sinkBuilder("sink", _ -> 0)
        .<Long>receiveFn((_, record) -> Steps.sink(record))
        .preferredLocalParallelism(1)
        .build();
  }

  /** The source's records, when they are due. */
  private static final class Numbers {

    private final Pacer pacer;
    private long next;

    Numbers(Workload workload) {
      pacer = Pacer.of(workload);
    }

    void fill(SourceBuilder.SourceBuffer<Long> buffer) {
      for (int due = pacer.take(System.nanoTime()); due > 0; due--) {
        buffer.add(next++);
      }
    }
  }
}
