package io.sluice.page.theatre;

import io.sluice.page.server.Assets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/**
 * The page and its tables as one file. Browsers load no modules from a disk, so all scripts become
 * one, in which each module is a function that returns its exports, after those it imports.
 */
final class Bundle {

  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (\\{.*}) from \"\\./(.*)\\.js\";$");
  private static final Pattern EXPORT =
      Pattern.compile("(?m)^export ((?:async )?(?:function|const|class) (\\w+))");
  private static final Pattern LOADED =
      Pattern.compile("(?m)^<(link rel=\"stylesheet\"|script type=\"module\").*\\R");

  private Bundle() {}

  static String html(String tables) {
    String script =
        "\n" + Assets.SCRIPTS.stream().map(Bundle::script).collect(Collectors.joining());
    String style = "\n" + Assets.STYLES.stream().map(Assets::text).collect(Collectors.joining());
    String policy =
        "default-src 'none'; img-src data:; script-src '%s'; style-src '%s'"
            .formatted(hash(script), hash(style));
    String head =
        "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n<style>%s</style>\n"
            .formatted(policy, style);
    String body =
        "<script type=\"application/octet-stream\" id=\"tables\">%s</script>\n<script type=\"module\">%s</script>\n"
            .formatted(packed(tables), script);
    return LOADED
        .matcher(Assets.text(Assets.THEATRE))
        .replaceAll("")
        .replace("</head>", head + "</head>")
        .replace("</body>", body + "</body>");
  }

  private static String script(String file) {
    String text = IMPORT.matcher(Assets.text(file)).replaceAll("const $1 = module_$2;");
    var exports = EXPORT.matcher(text).results().map(found -> found.group(2)).toList();
    return "const module_%s = (() => {\n%sreturn { %s };\n})();\n"
        .formatted(
            file.replace(".js", ""),
            EXPORT.matcher(text).replaceAll("$1"),
            String.join(", ", exports));
  }

  private static String packed(String text) {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
