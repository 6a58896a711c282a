package io.sluice.streams.source;

import io.sluice.streams.Source;
import java.util.Iterator;
import java.util.function.Consumer;

/** The elements of an iterable. */
public final class IterableSource<T> implements Source<T> {

  private static final int CHUNK = 128;

  private final Iterable<? extends T> elements;

  public IterableSource(Iterable<? extends T> elements) {
    this.elements = elements;
  }

  @Override
  public Reader<T> open() {
    return new ElementReader<>(elements.iterator());
  }

  private record ElementReader<T>(Iterator<? extends T> elements) implements Reader<T> {

    @Override
    public long read(Consumer<? super T> records) {
      for (int read = 0; read < CHUNK && elements.hasNext(); read++) {
        records.accept(elements.next());
      }
      return elements.hasNext() ? 0 : END;
    }
  }
}
