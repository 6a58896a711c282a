package io.sluice.spring;

import io.sluice.locks.Sluice;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Up while the node is a member of its cluster, so that it can be granted locks; out of service
 * while it is not, as in a minority that is cut off.
 */
final class SluiceHealthIndicator extends AbstractHealthIndicator {

  private final Sluice sluice;

  SluiceHealthIndicator(Sluice sluice) {
    super("the state of the cluster cannot be read");
    this.sluice = sluice;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    var view = sluice.view();
    health.withDetail("cluster", sluice.cluster()).withDetail("members", view.members().size());
    if (view.members().isEmpty()) {
      health
          .outOfService()
          .withDetail("reason", "this node is not a member of the cluster; its locks wait");
    } else {
      health.up();
    }
  }
}
