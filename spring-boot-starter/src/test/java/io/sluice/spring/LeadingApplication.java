package io.sluice.spring;

import java.io.IOException;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.event.EventListener;

/** An application that prints what it is told of its leadership. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class LeadingApplication {

  @EventListener
  public void on(LeadershipGranted granted) {
    System.out.println("granted " + granted.fence());
  }

  @EventListener
  public void on(LeadershipRevoked revoked) {
    System.out.println("revoked " + revoked.role());
  }

  /** Runs until the input ends. */
  public static void main(String[] args) throws IOException {
    Instances.run(LeadingApplication.class, args);
  }
}
