package io.sluice.cli.host;

/** What node and command send each other: the types of their messages. */
final class Talk {

  /** The first number of a connection; it changes with the messages. */
  static final int VERSION = 0x534c5504;

  /** The most words of a command line. */
  static final int MOST_WORDS = 1 << 10;

  /** The longest message of a node; the longest ones are reports of {@code who}. */
  static final int LONGEST = 1 << 26;

  /** The longest message of a command; the longest one is {@link #REQUEST}. */
  static final int LONGEST_REQUEST = 1 << 18;

  // The node's messages.

  /** The answer to {@link #HELLO}: the node's secret, version, random number. */
  static final byte WELCOME = 1;

  /** The first answer to {@link #REQUEST}: shows that the node has the cluster's key. */
  static final byte NODE_PROOF = 2;

  /**
   * The lock is held: its name, fence, unit, milliseconds of the lease, and for how many
   * nanoseconds in any case. If that is 0, the command must {@link #ASK} before it runs.
   */
  static final byte GRANTED = 3;

  /** The answer to {@link #ASK}: for how many nanoseconds. */
  static final byte REMAINING = 4;

  /** The answer to {@link #CHECK}. */
  static final byte ALIVE = 5;

  /** The lock is lost; why. */
  static final byte LOST = 6;

  /** The answer to {@link #RELEASE}. */
  static final byte RELEASED = 7;

  /** A line for standard error. */
  static final byte SAY = 8;

  /** The command is over: exit code, text for standard output, text for standard error. */
  static final byte END = 9;

  /** The node does not do this; why. */
  static final byte REFUSED = 10;

  /** The node does not do this since the command line is wrong; the command says why by itself. */
  static final byte BAD_USAGE = 11;

  // The command's messages.

  /** The first message: the command's secret. */
  static final byte HELLO = 19;

  /** The second message: random number, proof, process id, folder, whether forced, words. */
  static final byte REQUEST = 20;

  /** Does the node still run? */
  static final byte CHECK = 21;

  /** How long does the lock stay held in any case? */
  static final byte ASK = 22;

  /** The command is over. */
  static final byte RELEASE = 23;

  /** Not sent: the connection has ended. */
  static final byte CLOSED = 0;

  private Talk() {}
}
