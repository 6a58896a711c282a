package io.sluice.cluster.tcp;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * What a node of a cluster is known by, and knows the others by: a key store.
 *
 * <p>It holds one private key with its certificates. Trusted is a peer that has the key of a
 * certificate that is signed by the last one of that chain, or by one that stands in the key store
 * by itself: so either all nodes have the same key store, with a certificate that signs itself, or
 * each has its own, signed by an authority that is the cluster's own. Certificates count only while
 * they are valid. Names in them do not matter: nodes are what has a key, wherever they are.
 *
 * <p>Both sides of a connection must show theirs, and speak TLS 1.3.
 */
public final class Keys {

  private final SSLContext context;

  private Keys(SSLContext context) {
    this.context = context;
  }

  /**
   * Reads a key store of the kind PKCS12 or JKS.
   *
   * @throws IllegalArgumentException if it cannot be used; the message says why, and what to do
   */
  public static Keys of(Path file, char[] password) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "there is no key store " + file + "; 'sluice keys " + file + "' makes one");
    }
    try {
      var store = KeyStore.getInstance(file.toFile(), password);
      String alias = onlyKey(store, file);
      var own = (X509Certificate) store.getCertificate(alias);
      checkValid(own, file);
      var keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, password);
      var trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted(store));
      var context = SSLContext.getInstance("TLSv1.3");
      context.init(
          keys.getKeyManagers(),
          Arrays.stream(trust.getTrustManagers())
              .map(Keys::whileValid)
              .toArray(TrustManager[]::new),
          null);
      return new Keys(context);
    } catch (IOException e) {
      boolean wrong = e.getCause() instanceof UnrecoverableKeyException;
      throw new IllegalArgumentException(
          wrong
              ? "the password does not open the key store " + file
              : "cannot read the key store " + file + ": " + e.getMessage(),
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "cannot use the key store " + file + ": " + e.getMessage(), e);
    }
  }

  private static String onlyKey(KeyStore store, Path file) throws GeneralSecurityException {
    String found = "";
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        if (!found.isEmpty()) {
          throw new IllegalArgumentException(
              "the key store %s has several keys ('%s', '%s'); leave one"
                  .formatted(file, found, alias));
        }
        found = alias;
      }
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "the key store " + file + " has no private key; 'sluice keys' makes one that has");
    }
    return found;
  }

  private static void checkValid(X509Certificate own, Path file) {
    try {
      own.checkValidity();
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          "the certificate in %s is valid from %s to %s, and so not now; make a new one"
              .formatted(file, own.getNotBefore().toInstant(), own.getNotAfter().toInstant()),
          e);
    }
  }

  /** The certificates that others must be signed by. */
  private static KeyStore trusted(KeyStore store) throws GeneralSecurityException, IOException {
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    for (String alias : Collections.list(store.aliases())) {
      Certificate[] chain = store.getCertificateChain(alias);
      trusted.setCertificateEntry(
          alias, chain == null ? store.getCertificate(alias) : chain[chain.length - 1]);
    }
    return trusted;
  }

  /** The usual manager trusts what stands in the key store even if it is out of date. */
  private static TrustManager whileValid(TrustManager usual) {
    return usual instanceof X509ExtendedTrustManager known ? new WhileValid(known) : usual;
  }

  /** For sockets, engines and channels alike. */
  SSLContext context() {
    return context;
  }

  /** What every connection must insist on. */
  SSLParameters parameters() {
    var parameters = new SSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3"});
    parameters.setNeedClientAuth(true);
    return parameters;
  }

  private static final class WhileValid extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager usual;

    WhileValid(X509ExtendedTrustManager usual) {
      this.usual = usual;
    }

    private static void check(X509Certificate[] chain) throws CertificateException {
      for (X509Certificate each : chain) {
        each.checkValidity();
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
        throws CertificateException {
      check(chain);
      usual.checkClientTrusted(chain, kind, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
        throws CertificateException {
      check(chain);
      usual.checkServerTrusted(chain, kind, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
        throws CertificateException {
      check(chain);
      usual.checkClientTrusted(chain, kind, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
        throws CertificateException {
      check(chain);
      usual.checkServerTrusted(chain, kind, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind)
        throws CertificateException {
      check(chain);
      usual.checkClientTrusted(chain, kind);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind)
        throws CertificateException {
      check(chain);
      usual.checkServerTrusted(chain, kind);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return usual.getAcceptedIssuers();
    }
  }
}
