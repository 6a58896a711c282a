package io.sluice.spring;

import io.sluice.cluster.Member;
import io.sluice.locks.Sluice;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Shows the cluster, its current view and the names of the view's members. */
final class SluiceInfoContributor implements InfoContributor {

  private final Sluice sluice;
  private final String cluster;

  SluiceInfoContributor(Sluice sluice, String cluster) {
    this.sluice = sluice;
    this.cluster = cluster;
  }

  @Override
  public void contribute(Info.Builder info) {
    var view = sluice.view();
    info.withDetail(
        "sluice",
        Map.of(
            "cluster", cluster,
            "view", view.number(),
            "members", view.members().stream().map(Member::name).toList()));
  }
}
