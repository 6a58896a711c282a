package io.sluice.bench.locks.measure;

import io.sluice.bench.locks.service.SluiceLocks;
import io.sluice.bench.process.CommandLoop;
import io.sluice.locks.Sluice;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A member that uses many names once. Its commands:
 *
 * <ul>
 *   <li>{@code open ADDRESS NAME}: joins;
 *   <li>{@code meet MEMBERS}: waits until it knows that many members;
 *   <li>{@code use PREFIX NAMES}: acquires and releases that many locks, each once;
 *   <li>{@code heap}: answers with the bytes of heap in use after a full collection.
 * </ul>
 */
final class NamesProcess {

  private static final long POLL_NANOS = 10_000_000;

  private Optional<Sluice> member = Optional.empty();

  private NamesProcess() {}

  static void main() throws InterruptedException {
    CommandLoop.run(new NamesProcess()::answer);
  }

  private String answer(List<String> words) throws Exception {
    return switch (words.getFirst()) {
      case "open" -> {
        member = Optional.of(SluiceLocks.join(words.get(1), words.get(2)));
        yield "opened";
      }
      case "meet" -> {
        int members = Integer.parseInt(words.get(1));
        while (member().view().members().size() != members) {
          LockSupport.parkNanos(POLL_NANOS);
        }
        yield "met";
      }
      case "use" -> {
        int names = Integer.parseInt(words.get(2));
        for (int name = 0; name < names; name++) {
          member().lock(words.get(1) + name).acquire().close();
        }
        yield "used";
      }
      case "heap" -> Long.toString(Contender.heap());
      default -> throw new IllegalArgumentException("unknown command " + words);
    };
  }

  private Sluice member() {
    return member.orElseThrow(() -> new IllegalStateException("not open"));
  }
}
