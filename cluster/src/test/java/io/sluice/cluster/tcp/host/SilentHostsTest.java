package io.sluice.cluster.tcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a process waits for hosts that do not answer. */
class SilentHostsTest {

  private static final int WHOLE = 300;
  private static final int SHORT = SilentHosts.SHORT_MILLIS;

  private final SilentHosts hosts = new SilentHosts();
  private final List<Integer> times = new ArrayList<>();

  private void silent(String host, int port) {
    assertThatThrownBy(() -> connect(host, port, new SocketTimeoutException("silent")))
        .isInstanceOf(SocketTimeoutException.class);
  }

  private void connect(String host, int port, IOException outcome) throws IOException {
    hosts.connect(
        new InetSocketAddress(InetAddress.ofLiteral(host), port),
        WHOLE,
        (_, time) -> {
          times.add(time);
          throw outcome;
        });
  }

  private void connect(String host, int port) throws IOException {
    hosts.connect(
        new InetSocketAddress(InetAddress.ofLiteral(host), port),
        WHOLE,
        (_, time) -> times.add(time));
  }

  @Test
  void onlyTheFirstPortOfASilentHostTakesTheWholeTime() throws Exception {
    silent("10.0.0.2", 7800);
    silent("10.0.0.2", 7801);
    silent("10.0.0.2", 7802);
    connect("10.0.0.3", 7800);
    assertThat(times).containsExactly(WHOLE, SHORT, SHORT, WHOLE);
  }

  /** It may have been a packet that was lost. */
  @Test
  void thePortIsAskedAgainWithTheWholeTime() {
    silent("10.0.0.2", 7800);
    silent("10.0.0.2", 7800);
    assertThat(times).containsExactly(WHOLE, WHOLE);
  }

  @Test
  void aHostThatAnswersIsNotSilentAnyMore() throws Exception {
    silent("10.0.0.2", 7800);
    connect("10.0.0.2", 7801);
    connect("10.0.0.2", 7802);
    silent("10.0.0.2", 7803);
    assertThatThrownBy(() -> connect("10.0.0.2", 7804, new ConnectException("refused")))
        .isInstanceOf(ConnectException.class);
    connect("10.0.0.2", 7805);
    assertThat(times).containsExactly(WHOLE, SHORT, WHOLE, WHOLE, SHORT, WHOLE);
  }

  /** Its firewall drops what is for ports at which no process listens. */
  @Test
  void aDistantHostHasTheWholeTimeWhereItHasAnswered() throws Exception {
    connect("10.0.0.2", 7801);
    silent("10.0.0.2", 7802);
    silent("10.0.0.2", 7803);
    connect("10.0.0.2", 7801);
    assertThat(times).containsExactly(WHOLE, WHOLE, SHORT, WHOLE);
  }

  /** Its first process may have started meanwhile. */
  @Test
  void theFirstPortHasTheWholeTime() throws Exception {
    connect("10.0.0.2", 7800);
    silent("10.0.0.3", 7800);
    silent("10.0.0.2", 7815);
    silent("10.0.0.3", 7801);
    connect("10.0.0.3", 7800);
    silent("10.0.0.4", 7801);
    silent("10.0.0.4", 7800);
    silent("10.0.0.4", 7801);
    assertThat(times).containsExactly(WHOLE, WHOLE, WHOLE, SHORT, WHOLE, WHOLE, WHOLE, SHORT);
  }
}
