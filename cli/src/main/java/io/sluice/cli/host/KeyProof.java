package io.sluice.cli.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * Shows that a process has the cluster's key store and its password, without sending either: an
 * HMAC of two random numbers, one of each side, keyed with a hash of file and password. The key
 * store is not opened for that, since opening one takes longer than everything else that a short
 * command does. Without a key store the proof is empty.
 */
final class KeyProof {

  /** The bytes of a random number. */
  static final int NONCE = 16;

  /** Which side proves it. */
  enum Side {
    COMMAND((byte) 0),
    NODE((byte) 1);

    private final byte sign;

    Side(byte sign) {
      this.sign = sign;
    }
  }

  private static final int BLOCK = 64;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  /** No key store. */
  static final KeyProof NONE = new KeyProof(new byte[0]);

  private final byte[] key;

  private KeyProof(byte[] key) {
    this.key = key;
  }

  /** The proof of a process with this key store. */
  static KeyProof of(Path keyStore, char[] password) throws IOException {
    byte[] store = Files.readAllBytes(keyStore);
    byte[] secret = new String(password).getBytes(StandardCharsets.UTF_8);
    byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(store.length).array();
    return new KeyProof(hash(length, store, secret));
  }

  boolean isNeeded() {
    return key.length > 0;
  }

  byte[] nonce() {
    byte[] bytes = new byte[NONCE];
    if (isNeeded()) {
      new SecureRandom().nextBytes(bytes);
    }
    return bytes;
  }

  /** What the side sends. */
  byte[] of(Side side, byte[] nodeNonce, byte[] commandNonce) {
    if (!isNeeded()) {
      return new byte[0];
    }
    byte[] which = {side.sign};
    byte[] inner = hash(pad(INNER), which, nodeNonce, commandNonce);
    return hash(pad(OUTER), inner);
  }

  /** Whether the other side has sent what it must. */
  static boolean isSame(byte[] expected, byte[] sent) {
    return expected.length == 0 ? sent.length == 0 : MessageDigest.isEqual(expected, sent);
  }

  private byte[] pad(byte with) {
    byte[] block = new byte[BLOCK];
    System.arraycopy(key, 0, block, 0, key.length);
    for (int i = 0; i < BLOCK; i++) {
      block[i] ^= with;
    }
    return block;
  }

  private static byte[] hash(byte[]... parts) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
  }
}
