package io.sluice.protocol.mobile;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.mobile.Message.Enter;
import io.sluice.protocol.mobile.Message.Entered;
import io.sluice.protocol.mobile.invariant.MobileInvariants;
import java.util.Optional;

/**
 * Read-write locks with mobile processes: readers are in one room, every writer is alone.
 *
 * <p>The first reader after a writer is the read manager. It hears of the next reader from the
 * latest one, lets it in, and counts; so a reader costs up to three messages more than a request of
 * {@link Elmp}, and no token. A writer that gives up between two groups of readers does not keep
 * them apart once its turn has come.
 *
 * @see Mobile
 */
public final class RwLmp {

  private static final String NAME = "rw-lmp";

  public static final Algorithm<State, Message> ALGORITHM = balanced(Balancing.KEPT);

  /** As printed: a reader is counted twice, and the next writer waits without end. */
  public static final Algorithm<State, Message> ALGORITHM_PUBLISHED =
      Algorithm.of(NAME + "-published", Family.READ_WRITE, CountedTwice::new)
          .source("Hernane and Gustedt, in Pervasive Computing, 2016, sections 4.1 to 4.3")
          .cost(MobileInvariants.cost(Balancing.KEPT, 8))
          .tolerates("nothing: readers block the next writer")
          .flaw("counts a reader twice and discounts it once, so that the next writer starves")
          .fenced()
          .build();

  /** The same on a tree that is balanced otherwise. */
  public static Algorithm<State, Message> balanced(Balancing balancing) {
    return MobileInvariants.of(NAME, Family.READ_WRITE, new Options(balancing, 0))
        .source("Hernane and Gustedt, in Pervasive Computing, 2016, section 4")
        .cost(MobileInvariants.cost(balancing, 7))
        .tolerates("processes that join, depart and crash; needs FIFO channels")
        .build();
  }

  /** The one of such a name as {@code rw-lmp:lazy}, if it is one. */
  public static Optional<Algorithm<State, Message>> find(String name) {
    return Options.balancing(NAME, name).map(RwLmp::balanced);
  }

  /**
   * The protocol with the read manager's counter as printed. The manager counts a reader when it
   * joins the group (4.1), and again when the reader says that it has entered (4.2); when the
   * reader releases, it is discounted once (4.3).
   */
  private static final class CountedTwice implements Protocol<State, Message> {

    private final CrashRecovery protocol;

    CountedTwice(int self, Layout layout) {
      this.protocol = new CrashRecovery(self, layout, Balancing.KEPT, 0);
    }

    @Override
    public State initial() {
      return protocol.initial();
    }

    @Override
    public State on(State s, Input<Message> input, Outbox<Message> out) {
      if (input instanceof Receive<Message>(int manager, Enter _)) {
        out.send(manager, new Entered());
      }
      if (input instanceof Receive<Message>(_, Entered())) {
        var open = s.queue().open().orElseThrow();
        return s.with(s.queue().with(open.withInside(open.inside() + 1)));
      }
      return protocol.on(s, input, out);
    }
  }

  private RwLmp() {}
}
