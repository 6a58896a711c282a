package io.sluice.protocol;

import static java.util.Objects.requireNonNull;

import java.util.StringJoiner;

/**
 * What an application asks for: a room, and how urgently.
 *
 * <p>Claims to the same room are compatible: their holders share it. {@link #ALONE} is shared with
 * no other claim: it is the plain, exclusive lock. Readers claim one common room, each writer
 * claims to be alone.
 *
 * <p>Where there are several equal resources under one name, such as radio frequencies, a claim may
 * be to one of them or to any; holders of different ones do not conflict.
 *
 * @param room the room's name, or {@link #ALONE}
 * @param priority smaller is more urgent; most protocols ignore it
 * @param unit which of several equal resources, from 0 up, or {@link #ANY_UNIT}
 */
public record Claim(String room, int priority, int unit) {

  /** The room with space for one. */
  public static final String ALONE = "";

  /** The resource, where there is but one. */
  public static final int ONLY_UNIT = 0;

  /** Whichever resource is free first. */
  public static final int ANY_UNIT = -1;

  /** The plain claim: alone, with ordinary priority. */
  public static final Claim EXCLUSIVE = room(ALONE);

  /** The reader's claim. */
  public static final Claim SHARED = room("shared");

  public Claim {
    requireNonNull(room, "room");
    if (unit < ANY_UNIT) {
      throw new IllegalArgumentException("resources are counted from 0 up, not " + unit);
    }
  }

  /** A claim to a room, with ordinary priority. */
  public static Claim room(String name) {
    return new Claim(name, 0, ONLY_UNIT);
  }

  /** The same claim with another priority. */
  public Claim withPriority(int other) {
    return new Claim(room, other, unit);
  }

  /** The same claim to one of several equal resources, or to any of them. */
  public Claim toUnit(int other) {
    return new Claim(room, priority, other);
  }

  /** What is special about it, in words; nothing for the plain claim. */
  public String words() {
    var words = new StringJoiner(", ");
    if (!room.equals(ALONE)) {
      words.add(room);
    }
    if (unit != ONLY_UNIT) {
      words.add(unit == ANY_UNIT ? "any unit" : "unit " + unit);
    }
    if (priority != 0) {
      words.add("priority " + priority);
    }
    return words.toString();
  }

  /** Whether both may be inside by their claims alone. */
  public boolean shares(Claim other) {
    return unit != other.unit || (!room.equals(ALONE) && room.equals(other.room));
  }
}
