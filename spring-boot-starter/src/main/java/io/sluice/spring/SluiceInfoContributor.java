package io.sluice.spring;

import io.sluice.cluster.Member;
import io.sluice.locks.Sluice;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Shows the cluster, its current view and the names of the view's members. */
final class SluiceInfoContributor implements InfoContributor {

  private final Sluice sluice;

  SluiceInfoContributor(Sluice sluice) {
    this.sluice = sluice;
  }

  @Override
  public void contribute(Info.Builder info) {
    var view = sluice.view();
    info.withDetail(
        "sluice",
        Map.of(
            "cluster", sluice.cluster(),
            "view", view.number(),
            "members", view.members().stream().map(Member::name).toList()));
  }
}
