package io.sluice.streams.kafka.slot;

import io.sluice.streams.kafka.plan.Status;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What slots write: all of it in the transaction of their bundle. */
public interface Writes {

  /** Appends to the data partition of a slot. */
  void data(int slot, byte[] item);

  /** Appends to the control partition of a slot. */
  void control(int slot, byte[] message);

  /** Changes an entry of the writing slot's own state. */
  void put(int slot, byte[] key, byte[] value);

  /** Removes an entry of the writing slot's own state. */
  void remove(int slot, byte[] key);

  /** Tells all workers. */
  void status(Status status);

  /** Writes to a topic of the application. */
  void topic(ProducerRecord<byte[], byte[]> record);
}
