package io.sluice.protocol;

import static java.util.Objects.requireNonNull;

/**
 * What an application asks for: a room, and how urgently.
 *
 * <p>Those who claim the same room may share it. Nobody shares {@link #ALONE}: a claim to it is the
 * plain, exclusive lock. Readers are people in one room, writers are each alone.
 *
 * @param room the room's name, or {@link #ALONE}
 * @param priority smaller is more urgent; most protocols pay it no attention
 */
public record Claim(String room, int priority) {

  /** The room with space for one. */
  public static final String ALONE = "";

  /** The plain claim: alone, with ordinary priority. */
  public static final Claim EXCLUSIVE = new Claim(ALONE, 0);

  /** The reader's claim. */
  public static final Claim SHARED = room("shared");

  public Claim {
    requireNonNull(room, "room");
  }

  /** A claim to a room, with ordinary priority. */
  public static Claim room(String name) {
    return new Claim(name, 0);
  }

  /** The same claim with another priority. */
  public Claim withPriority(int other) {
    return new Claim(room, other);
  }

  /** Whether both may be inside by their claims alone. */
  public boolean shares(Claim other) {
    return !room.equals(ALONE) && room.equals(other.room);
  }
}
