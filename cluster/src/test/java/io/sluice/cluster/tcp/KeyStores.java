package io.sluice.cluster.tcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes key stores of all kinds for tests, with the JDK's keytool. */
public final class KeyStores {

  public static final String PASSWORD = "open sesame";

  private final Path directory;

  public KeyStores(Path directory) {
    this.directory = directory;
  }

  /** With "right", which a cluster has, and "wrong", which is as good, but another. */
  public static KeyStores rightAndWrong(Path directory) throws Exception {
    var stores = new KeyStores(directory);
    stores.selfSigned("right");
    stores.selfSigned("wrong");
    return stores;
  }

  /** What a node reads from the key store of that name; nothing if the name is empty. */
  public Optional<Keys> keys(String name) {
    return Optional.of(name)
        .filter(some -> !some.isEmpty())
        .map(some -> Keys.of(file(some), PASSWORD.toCharArray()));
  }

  public Path file(String name) {
    return directory.resolve(name + ".p12");
  }

  /** A key whose certificate signs itself, valid from that day on, for that number of days. */
  public Path selfSigned(String name, int fromDays, int days) throws Exception {
    return key(name, "-startdate", "%+dd".formatted(fromDays), "-validity", Integer.toString(days));
  }

  public Path selfSigned(String name) throws Exception {
    return selfSigned(name, -1, 100);
  }

  public Path authority(String name) throws Exception {
    return key(name, "-ext", "bc:c");
  }

  private Path key(String name, String... more) throws Exception {
    var all =
        new ArrayList<>(
            List.of(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + name));
    all.addAll(List.of(more));
    keytool(name, all.toArray(String[]::new));
    return file(name);
  }

  /** A key whose certificate an authority has signed, valid from that number of days from now. */
  public Path signedBy(String authority, String name, int fromDays, int days) throws Exception {
    Files.copy(file(authority), file(name));
    key(
        name,
        "-signer",
        authority,
        "-startdate",
        "%+dd".formatted(fromDays),
        "-validity",
        Integer.toString(days));
    var store = KeyStore.getInstance(file(name).toFile(), PASSWORD.toCharArray());
    store.deleteEntry(authority);
    write(store, file(name));
    return file(name);
  }

  /** A key store like another one, that trusts one more. */
  public Path trusting(String name, String like, String trusted) throws Exception {
    var store = KeyStore.getInstance(file(like).toFile(), PASSWORD.toCharArray());
    var theirs = KeyStore.getInstance(file(trusted).toFile(), PASSWORD.toCharArray());
    store.setCertificateEntry("trusted", theirs.getCertificate(trusted));
    write(store, file(name));
    return file(name);
  }

  /** A key store with the certificate of another one, and without its key. */
  public Path keyless(String name, String other) throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    write(store, file(name));
    return trusting(name, name, other);
  }

  private static void write(KeyStore store, Path file) throws Exception {
    try (var out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
  }

  private void keytool(String store, String... args) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(args));
    command.addAll(List.of("-keystore", file(store).toString(), "-storepass:env", "SECRET"));
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SECRET", PASSWORD);
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(command + ": " + said);
    }
  }
}
