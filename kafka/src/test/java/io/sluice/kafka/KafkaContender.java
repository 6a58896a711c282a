package io.sluice.kafka;

import io.sluice.locks.Contender;

/** A {@link Contender} that reaches the others through a broker, its last argument. */
final class KafkaContender {

  private KafkaContender() {}

  public static void main(String[] args) throws Exception {
    Contender.contend(args, joining -> joining.over(Kafka.at(args[args.length - 1])));
  }
}
