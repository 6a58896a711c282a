package io.sluice.cluster.census;

import io.sluice.cluster.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * What a node says in the census of a view, in as many frames as it takes: it may hold more locks
 * than one can name.
 */
final class CensusFrames {

  /** As many letters, of three bytes at most, are well below what a frame may hold. */
  private static final int MOST_LETTERS = 1 << 16;

  private static final int LETTERS_A_NUMBER = 4;

  private final long view;
  private final List<Frame.Held> full = new ArrayList<>();
  private List<Frame.Holding> holdings = new ArrayList<>();
  private List<String> wanted = new ArrayList<>();
  private List<Frame.Stored> stored = new ArrayList<>();
  private int letters;

  CensusFrames(long view) {
    this.view = view;
  }

  void addHeld(Frame.Holding holding) {
    makeRoom(
        holding.resource().length()
            + holding.algorithm().length()
            + holding.room().length()
            + LETTERS_A_NUMBER);
    holdings.add(holding);
  }

  void addStored(Frame.Stored data) {
    int names = data.stores().store().map(String::length).orElse(0);
    for (String store : data.stores().record().stores()) {
      names += store.length();
    }
    for (String store : data.stores().record().former()) {
      names += store.length();
    }
    makeRoom(data.resource().length() + data.algorithm().length() + names + 4 * LETTERS_A_NUMBER);
    stored.add(data);
  }

  void addWanted(String resource) {
    makeRoom(resource.length());
    wanted.add(resource);
  }

  private void makeRoom(int more) {
    if (letters + more > MOST_LETTERS) {
      full.add(new Frame.Held(view, holdings, wanted, stored, true));
      holdings = new ArrayList<>();
      wanted = new ArrayList<>();
      stored = new ArrayList<>();
      letters = 0;
    }
    letters += more;
  }

  /** In the order in which they are to be sent; the last one says that it is that. */
  List<Frame.Held> frames() {
    var all = new ArrayList<>(full);
    all.add(new Frame.Held(view, holdings, wanted, stored, false));
    return all;
  }
}
