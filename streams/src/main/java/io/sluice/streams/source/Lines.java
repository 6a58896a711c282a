package io.sluice.streams.source;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The lines of a stream of bytes in UTF-8. The last one may lack its end. */
final class Lines implements AutoCloseable {

  private final String name;
  private final BufferedReader reader;
  private long read;

  /**
   * @param name what it is, for messages
   */
  Lines(String name, InputStream bytes) {
    this.name = name;
    // A decoder reports malformed bytes; a charset would replace them.
    this.reader =
        new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
  }

  /** The next line, or empty if there is none. */
  Optional<String> next() throws IOException {
    try {
      var line = Optional.ofNullable(reader.readLine());
      read++;
      return line;
    } catch (CharacterCodingException e) {
      // The reader decodes ahead, so the bytes may be some lines further on.
      throw new IOException("%s is not UTF-8, after line %,d".formatted(name, read), e);
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
