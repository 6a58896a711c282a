package io.sluice.lab.experiment.mobile;

import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.DataHandover;
import io.sluice.lab.simulate.DataHandover.Fetch;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Platform;
import io.sluice.lab.simulate.Platform.Link;
import io.sluice.protocol.mobile.State;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** What the experiments of data handover have in common: the platform of section 6. */
final class DhoSetup {

  static final String PAPER = "paper";

  static final int PEERS = 50;

  static final long BYTES = 50 << 20;

  /** All peers ask within this time for the first time. */
  static final long FIRST_ASKS = Nanos.parse("10ms");

  private static final Link LINK = new Link(125e6, Nanos.parse("50us"));
  private static final Link BACKBONE = new Link(2.25e9, Nanos.parse("500us"));

  /** What a write changes where only changes move. */
  private static final double CHANGED = 0.1;

  /** The readings of the text, and ours. */
  enum Variant {
    AT_ACQUIRE("at acquire"),
    AT_GRANT("at grant"),
    DELTA("delta");

    private final String label;

    Variant(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    /**
     * Plain arithmetic: the time from the grant until all bytes are there, in seconds, if T_locked
     * is longer than a fetch.
     */
    double fetchAtGrant() {
      return this == DELTA ? CHANGED * fetch() : fetch();
    }

    /**
     * The handover of 50 MiB.
     *
     * @param lead the text's T_Wblocked
     */
    DataHandover<State> data(long lead) {
      var data = DataHandover.<State>of(BYTES).lead(new Delay.Constant(lead));
      return switch (this) {
        case AT_ACQUIRE -> data.fetch(Fetch.AT_ACQUIRE);
        case AT_GRANT -> data.fetch(Fetch.AT_GRANT);
        case DELTA -> data.delta(CHANGED, DhoSetup::next);
      };
    }
  }

  private DhoSetup() {}

  /** Adds what the experiments have in common to the description of one. */
  static Section.Builder describe(Section.Builder section) {
    return section
        .parameter("resource", "50 MiB", PAPER)
        .parameter(
            "platform",
            "two clusters with half of the peers each; links of 125 MB/s and 50 us, in each"
                + " direction, and a backbone for each cluster of 2.25 GB/s and 500 us, all shared"
                + " max-min fairly",
            "paper's platform; between clusters both backbones are crossed: ours")
        .parameter("T_Idle", "0: every peer asks again at once", PAPER)
        .parameter(
            "fetch",
            "at acquire (section 6.1), at grant (section 5.1.2), or ours: of what a write changes,"
                + " 10 % at random places, only the difference moves at the grant, and the next"
                + " peer gets the rest before",
            "the paper's two readings, and ours");
  }

  /** Two clusters, each with half of the peers. */
  static Network network(int peers) {
    return Network.of(new Platform(List.of(peers - peers / 2, peers / 2), LINK, BACKBONE));
  }

  /** The time that the resource takes over one link, in seconds, without latencies. */
  static double fetch() {
    return BYTES / LINK.bytesPerSecond();
  }

  /** Plain arithmetic: all peers take turns, each with a fetch and its time inside. */
  static double turns(int peers, long locked) {
    return peers * (Nanos.seconds(locked) + fetch());
  }

  /** The process that the manager of the open room knows to be the next. */
  private static OptionalInt next(State state) {
    return state
        .queue()
        .open()
        .flatMap(open -> open.next())
        .map(next -> OptionalInt.of(next.asker()))
        .orElse(OptionalInt.empty());
  }

  /** Times as a parameter lists them. */
  static String seconds(List<Integer> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " s";
  }
}
