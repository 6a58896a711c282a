package io.sluice.bench.data.measure;

import io.sluice.bench.data.exchange.Changes;
import io.sluice.bench.data.exchange.Exchange;
import io.sluice.bench.data.exchange.Exchanges;
import io.sluice.bench.process.CommandLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that takes turns with others. Its commands:
 *
 * <ul>
 *   <li>{@code open EXCHANGE ADDRESS SELF SIZE}: opens its end;
 *   <li>{@code meet CLIENTS}: waits until it knows all others;
 *   <li>{@code turns NUMBER SHARE DECLARED}: takes that many turns; answers with their times;
 *   <li>{@code sluice COMMAND ...}: see {@link SluiceParty}.
 * </ul>
 */
final class Party {

  private int self;
  private Optional<Exchange> exchange = Optional.empty();
  private final SluiceParty sluice = new SluiceParty();

  private Party() {}

  static void main() throws InterruptedException {
    CommandLoop.run(new Party()::answer);
  }

  private String answer(List<String> words) throws Exception {
    return switch (words.getFirst()) {
      case "open" -> {
        self = Integer.parseInt(words.get(3));
        long size = Long.parseLong(words.get(4));
        exchange = Optional.of(Exchanges.named(words.get(1)).open(words.get(2), self, size));
        yield "opened";
      }
      case "meet" -> {
        exchange.orElseThrow().awaitPeers(Integer.parseInt(words.get(1)));
        yield "met";
      }
      case "turns" ->
          turns(
              Integer.parseInt(words.get(1)),
              new Changes(Double.parseDouble(words.get(2)), Boolean.parseBoolean(words.get(3))));
      case "sluice" -> sluice.answer(words.subList(1, words.size()));
      default -> throw new IllegalArgumentException("unknown command " + words);
    };
  }

  private String turns(int number, Changes changes) throws Exception {
    var end = exchange.orElseThrow();
    var taken = new ArrayList<String>();
    for (int turn = 0; turn < number; turn++) {
      if (turn > 0) {
        LockSupport.parkNanos(end.pause().toNanos() / 2);
      }
      long asked = System.nanoTime();
      var bytes = end.enter(turn == 0);
      // In the first turn the round before may have changed other blocks.
      long there = turn == 0 ? Changes.number(bytes) : changes.check(bytes);
      long seen = System.nanoTime();
      if (end.writes()) {
        changes.write(bytes, there + 1);
      }
      LockSupport.parkNanos(end.pause().toNanos());
      long left = System.nanoTime();
      end.leave(changes, turn == number - 1);
      taken.add(new Turn(self, asked, seen, left, end.writes()).words());
    }
    return String.join(CommandLoop.SEPARATOR, taken);
  }
}
