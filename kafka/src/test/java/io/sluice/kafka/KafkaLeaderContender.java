package io.sluice.kafka;

import io.sluice.locks.LeaderContender;

/** A {@link LeaderContender} that reaches the others through a broker, its last argument. */
final class KafkaLeaderContender {

  private KafkaLeaderContender() {}

  public static void main(String[] args) throws Exception {
    LeaderContender.contend(args, joining -> joining.over(Kafka.at(args[args.length - 1])));
  }
}
