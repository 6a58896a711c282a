package io.sluice.protocol.data;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import io.sluice.protocol.data.CopyMessage.Stock;
import java.util.List;
import java.util.Optional;

/**
 * What one process has of the data, and what it knows and does about copies of it.
 *
 * @param stored the newest version that is whole here; it may be ahead of what is known while its
 *     commit is under way
 * @param known the newest version whose commit has begun to be told, as far as this process knows
 * @param wanted whether the application waits for the data or is inside
 * @param fetching what the environment shall fetch
 * @param offered the process that has been offered a copy and has not answered
 * @param owed the copies that this process has been offered and has not fetched yet
 * @param commit the commit that is under way
 * @param departing whether the process is about to depart
 * @param group the processes among which copies are kept
 * @param count who has reported since the latest crash
 */
public record Copies(
    @Time long stored,
    Whereabouts known,
    boolean wanted,
    Optional<Fetching> fetching,
    Optional<@ProcessId Integer> offered,
    List<Fetching> owed,
    Optional<Committing> commit,
    boolean departing,
    Group group,
    Count count) {

  /** A version, and the process to fetch it from: it has that one or a newer one. */
  public record Fetching(@Time long version, @ProcessId int from) {}

  /**
   * A commit: first other processes get copies, then a majority gets the record of it.
   *
   * @param preferred the processes that are offered a copy before others
   * @param kept the other processes that have a copy
   * @param recording whether the record has been sent
   * @param noted the processes that have the record
   */
  public record Committing(
      ProcessSet preferred, ProcessSet kept, boolean recording, ProcessSet noted) {

    Committing withKept(int process) {
      return new Committing(preferred, kept.plus(process), recording, noted);
    }

    Committing withNoted(int process) {
      return new Committing(preferred, kept, recording, noted.plus(process));
    }

    Committing without(ProcessSet some) {
      return new Committing(preferred, kept.minus(some), recording, noted.minus(some));
    }

    Committing recording(boolean now, int self) {
      return new Committing(preferred, kept, now, ProcessSet.of(self));
    }
  }

  /**
   * The processes among which copies are kept.
   *
   * @param members those that the latest census counted, without those that have departed since
   * @param crashed all that have crashed so far, as far as is known
   * @param declined those that are about to depart and keep no further copy
   */
  public record Group(ProcessSet members, ProcessSet crashed, ProcessSet declined) {

    /** The members that can be asked. */
    public ProcessSet present() {
      return members.minus(crashed);
    }

    /** The least number of members of which any half of all has one. */
    int majority() {
      return members.size() / 2 + 1;
    }

    Group withoutCrashed(ProcessSet some) {
      return new Group(members, crashed.plus(some), declined);
    }

    Group withoutDeparted(int process) {
      return new Group(members.minus(process), crashed, declined.minus(process));
    }

    Group withDeclined(int process) {
      return new Group(members, crashed, declined.plus(process));
    }

    Group of(ProcessSet others) {
      return new Group(others, crashed, declined.intersection(others));
    }
  }

  /**
   * A census after a crash.
   *
   * @param stocks what has been reported so far
   * @param open whether reports are missing; nothing is mapped until then
   */
  public record Count(List<Stock> stocks, boolean open) {
    static final Count OVER = new Count(List.of(), false);
  }

  /** A process that has the first version, as all others have, and knows the others. */
  static Copies first(ProcessSet all) {
    return at(0, new Whereabouts(0, all), all);
  }

  /** A process that has and knows this. */
  public static Copies at(long stored, Whereabouts known, ProcessSet members) {
    return new Copies(
        stored,
        known,
        false,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        false,
        new Group(members, ProcessSet.EMPTY, ProcessSet.EMPTY),
        Count.OVER);
  }

  /**
   * What goes on in the next view, among other processes: nothing is mapped, fetched or committed
   * until its census has come.
   */
  public Copies moved(ProcessSet members) {
    var again = new Committing(ProcessSet.EMPTY, ProcessSet.EMPTY, false, ProcessSet.EMPTY);
    return new Copies(
        stored,
        new Whereabouts(known.version(), ProcessSet.EMPTY),
        wanted,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        commit.map(_ -> again),
        departing,
        new Group(members, ProcessSet.EMPTY, ProcessSet.EMPTY),
        new Count(List.of(), true));
  }

  /** Whether an application that is granted the lock can use the copy here. */
  public boolean isCurrent() {
    return stored >= known.version() && !count.open;
  }

  /** Whether the newest version is known to exist and no process has it any more. */
  public boolean isLost() {
    return stored < known.version()
        && !count.open
        && known.holders().intersection(group.present()).isEmpty();
  }

  /** The version that this process may tell others of: not one whose commit has no copies yet. */
  public long toReport() {
    return commit.filter(each -> !each.recording).isPresent()
        ? Math.min(stored, known.version())
        : stored;
  }

  /** Whether a commit has reached as many processes as it has to. */
  public boolean isCommitted() {
    return commit.isEmpty();
  }

  Copies withStored(long version) {
    return new Copies(
        version, known, wanted, fetching, offered, owed, commit, departing, group, count);
  }

  Copies with(Whereabouts other) {
    return new Copies(
        stored, other, wanted, fetching, offered, owed, commit, departing, group, count);
  }

  Copies wanted(boolean now) {
    return new Copies(stored, known, now, fetching, offered, owed, commit, departing, group, count);
  }

  Copies fetching(Optional<Fetching> other) {
    return new Copies(stored, known, wanted, other, offered, owed, commit, departing, group, count);
  }

  Copies offered(Optional<Integer> to) {
    return new Copies(stored, known, wanted, fetching, to, owed, commit, departing, group, count);
  }

  Copies owing(List<Fetching> others) {
    return new Copies(
        stored, known, wanted, fetching, offered, others, commit, departing, group, count);
  }

  Copies with(Optional<Committing> other) {
    return new Copies(
        stored, known, wanted, fetching, offered, owed, other, departing, group, count);
  }

  Copies leaving() {
    return new Copies(stored, known, wanted, fetching, offered, owed, commit, true, group, count);
  }

  Copies with(Group other) {
    return new Copies(
        stored, known, wanted, fetching, offered, owed, commit, departing, other, count);
  }

  Copies with(Count other) {
    return new Copies(
        stored, known, wanted, fetching, offered, owed, commit, departing, group, other);
  }
}
