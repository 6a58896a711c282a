package io.sluice.kafka;

import io.sluice.locks.BarrierContender;

/** A {@link BarrierContender} that reaches the others through a broker, its last argument. */
final class KafkaBarrierContender {

  private KafkaBarrierContender() {}

  public static void main(String[] args) throws Exception {
    BarrierContender.contend(args, joining -> joining.over(Kafka.at(args[args.length - 1])));
  }
}
