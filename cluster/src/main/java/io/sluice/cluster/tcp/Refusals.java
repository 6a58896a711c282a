package io.sluice.cluster.tcp;

import io.sluice.cluster.OncePerKey;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections that came to nothing for want of the right key: each address is named once. */
final class Refusals {

  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  private static final OncePerKey COMPLAINTS = new OncePerKey();

  private Refusals() {}

  static void log(SocketAddress peer, IOException why) {
    // Who goes away without a word has only looked whether somebody is here.
    boolean looked = why instanceof EOFException || why.getCause() instanceof EOFException;
    String host =
        peer instanceof InetSocketAddress known
            ? known.getAddress().getHostAddress()
            : String.valueOf(peer);
    if (why instanceof SSLException && !looked && COMPLAINTS.isNew(host)) {
      LOG.warn("no connection with {}, which has not the same keys: {}", host, why.getMessage());
    } else {
      LOG.debug("no connection with {}", peer, why);
    }
  }
}
