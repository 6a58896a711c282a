package io.sluice.cli.environment;

import java.io.Console;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;

/**
 * What the output goes to.
 *
 * @param out whether the output goes to a terminal
 * @param err whether the error output goes to a terminal whose line can be rewritten
 * @param colours whether the output may be coloured
 * @param unicode whether the output can show lines and arrows
 */
public record Terminal(boolean out, boolean err, boolean colours, boolean unicode) {

  /** Set by the launcher, which can check each stream; Java can check only both together. */
  private static final String PROPERTY = "sluice.terminal";

  private static final String LINES_AND_ARROWS = "│║█●─┼├┤▶◀╳→";

  /** No terminal. */
  public static final Terminal NONE = new Terminal(false, false, false, true);

  public static Terminal current() {
    boolean out = isTerminal("out");
    boolean smart = !"dumb".equals(System.getenv("TERM"));
    // https://no-color.org: set and not empty.
    boolean plain = !Optional.ofNullable(System.getenv("NO_COLOR")).orElse("").isEmpty();
    String encoding = System.getProperty("stdout.encoding", Charset.defaultCharset().name());
    boolean unicode =
        Charset.isSupported(encoding)
            && Charset.forName(encoding).newEncoder().canEncode(LINES_AND_ARROWS);
    return new Terminal(out, isTerminal("err") && smart, out && smart && !plain, unicode);
  }

  private static boolean isTerminal(String stream) {
    String told = System.getProperty(PROPERTY);
    if (told != null) {
      return Arrays.asList(told.split(",", -1)).contains(stream);
    }
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  public String good(String text) {
    return paint("1;32", text);
  }

  public String bad(String text) {
    return paint("1;31", text);
  }

  public String strong(String text) {
    return paint("1", text);
  }

  private String paint(String code, String text) {
    return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
