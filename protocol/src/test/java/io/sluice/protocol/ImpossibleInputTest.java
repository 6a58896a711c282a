package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.protocol.exclusive.RicartAgrawala;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class ImpossibleInputTest {

  @Test
  void names_the_process_the_input_and_what_it_contradicts() {
    var process = new RicartAgrawala(1, Layout.plain(2));
    var reply = new Input.Receive<RicartAgrawala.Message>(0, new RicartAgrawala.Message.Reply());

    assertThatExceptionOfType(ImpossibleInput.class)
        .isThrownBy(() -> process.on(process.initial(), reply, unused()))
        .withMessage(
            "process 1 cannot take Receive[from=0, message=Reply[]]: it waits for no reply");
  }

  @SuppressWarnings("unchecked")
  private static Outbox<RicartAgrawala.Message> unused() {
    return (Outbox<RicartAgrawala.Message>)
        Proxy.newProxyInstance(
            Outbox.class.getClassLoader(),
            new Class<?>[] {Outbox.class},
            (_, method, _) -> {
              throw new AssertionError(method.getName() + " was called");
            });
  }
}
