package io.sluice.broker;

import java.nio.file.Path;

/**
 * A second port of a broker, over TLS, where clients log in by SASL with a user and a password. The
 * user may do what access control lists allow; clients of the other port may do anything.
 *
 * @param keyStore the broker's key and certificate, PKCS12
 * @param keyPassword of the key store and of the key
 */
public record SecureListener(
    int port, Path keyStore, String keyPassword, String user, String password) {

  /** Where clients find it. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** Settings of the broker, which replace those of the same name. */
  String properties(Node node) {
    return """
    listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d,SECURE://127.0.0.1:%3$d
    advertised.listeners=PLAINTEXT://127.0.0.1:%1$d,SECURE://127.0.0.1:%3$d
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL
    listener.name.secure.ssl.keystore.type=PKCS12
    listener.name.secure.ssl.keystore.location=%4$s
    listener.name.secure.ssl.keystore.password=%5$s
    listener.name.secure.ssl.key.password=%5$s
    listener.name.secure.sasl.enabled.mechanisms=PLAIN
    listener.name.secure.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_%6$s="%7$s";
    authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
    super.users=User:ANONYMOUS
    """
        .formatted(node.port(), node.controllerPort(), port, keyStore, keyPassword, user, password);
  }
}
