package io.sluice.cluster.tcp;

import io.sluice.cluster.tcp.host.SilentHosts;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLSocket;

/**
 * A socket that is connected only when each side has proved to the other that it has a key.
 *
 * <p>Its user sees a socket like any other. {@link #connect} returns when the other side has taken
 * our key too, or fails within {@link #PATIENCE_MILLIS}: a peer that is stopped, or no peer at all,
 * holds no caller up.
 */
final class SecuredSocket extends Socket {

  static final int PATIENCE_MILLIS = 3_000;

  /** Says that the listening side has taken the other's key; with TLS 1.3 one would not know. */
  private static final int WELCOME = 0x53;

  private final Keys keys;
  private final SilentHosts hosts;
  private volatile Optional<SSLSocket> secured = Optional.empty();

  SecuredSocket(Keys keys) {
    this(keys, new SilentHosts());
  }

  SecuredSocket(Keys keys, SilentHosts hosts) {
    this.keys = keys;
    this.hosts = hosts;
  }

  @Override
  public void connect(SocketAddress to) throws IOException {
    connect(to, 0);
  }

  @Override
  public void connect(SocketAddress to, int timeout) throws IOException {
    hosts.connect(to, timeout, super::connect);
    try {
      var layer = secure(true);
      if (layer.getInputStream().read() != WELCOME) {
        throw new EOFException("no welcome");
      }
      secured = Optional.of(layer);
      setSoTimeout(0);
    } catch (IOException e) {
      close();
      Refusals.log(to, e);
      throw e;
    }
  }

  /** Called by the side that listens, once a peer has connected. */
  void welcome() throws IOException {
    var layer = secure(false);
    layer.getOutputStream().write(WELCOME);
    layer.getOutputStream().flush();
    secured = Optional.of(layer);
    setSoTimeout(0);
  }

  private SSLSocket secure(boolean asks) throws IOException {
    setSoTimeout(PATIENCE_MILLIS);
    // As long as `secured` is empty, the layer gets the streams of the socket itself.
    var layer =
        (SSLSocket)
            keys.context()
                .getSocketFactory()
                .createSocket(this, getInetAddress().getHostAddress(), getPort(), true);
    layer.setUseClientMode(asks);
    layer.setSSLParameters(keys.parameters());
    layer.startHandshake();
    return layer;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return secured.isPresent() ? secured.get().getInputStream() : super.getInputStream();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return secured.isPresent() ? secured.get().getOutputStream() : super.getOutputStream();
  }
}
