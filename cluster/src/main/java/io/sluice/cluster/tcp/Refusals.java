package io.sluice.cluster.tcp;

import io.sluice.cluster.OncePerKey;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs connections that failed because the keys differ, once for each address. */
final class Refusals {

  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  private static final OncePerKey WARNED = new OncePerKey();

  private Refusals() {}

  static void log(SocketAddress peer, IOException why) {
    // A peer that closes without sending anything has only probed whether the port is in use.
    boolean looked = why instanceof EOFException || why.getCause() instanceof EOFException;
    String host =
        peer instanceof InetSocketAddress known
            ? known.getAddress().getHostAddress()
            : String.valueOf(peer);
    if (why instanceof SSLException && !looked && WARNED.isNew(host)) {
      LOG.warn("no connection with {}, whose keys differ: {}", host, why.getMessage());
    } else {
      LOG.debug("no connection with {}", peer, why);
    }
  }
}
