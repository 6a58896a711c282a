package io.sluice.lab.explore.walk;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Four letters for a text: 24 bits of a hash, safe in a link. Enough to tell the choices of one
 * world apart, and to notice that a protocol has changed; no protection against forgery.
 */
final class Token {

  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Token() {}

  static String of(String text) {
    long hash = OFFSET;
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * PRIME;
    }
    hash ^= hash >>> 32;
    byte[] bits = {(byte) (hash >>> 16), (byte) (hash >>> 8), (byte) hash};
    return Base64.getUrlEncoder().encodeToString(bits);
  }
}
