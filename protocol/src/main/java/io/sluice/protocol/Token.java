package io.sluice.protocol;

import java.util.function.Predicate;

/**
 * The object of which there is one: its holder may enter.
 *
 * @param fence how many entries have been made with it, which makes the fencing number
 */
public record Token(@Fence long fence) {

  /** The token before the first entry. */
  public static final Token NEW = new Token(0);

  /** The token after one more entry; its number is that of the new entry. */
  public Token used() {
    return new Token(fence + 1);
  }

  /**
   * The promise of every protocol with a token: at any moment there is exactly one, either with a
   * process or on its way.
   */
  public static <S, M> Predicate<World<S, M>> isOne(
      Predicate<? super S> holding, Predicate<? super M> carrying) {
    return world -> {
      int n = world.layout().size();
      long tokens = 0;
      for (int node = 0; node < n; node++) {
        tokens += holding.test(world.state(node)) ? 1 : 0;
        for (int to = 0; to < n; to++) {
          tokens += world.inTransit(node, to).stream().filter(carrying).count();
        }
      }
      return tokens == 1;
    };
  }
}
