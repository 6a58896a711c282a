package io.sluice.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;

/** ShedLock's own tests of a provider. */
abstract class ShedLockContract extends AbstractExtensibleLockProviderIntegrationTest {

  abstract JobNodes nodes();

  @Override
  protected ExtensibleLockProvider getLockProvider() {
    return nodes().provider();
  }

  @Override
  protected void assertUnlocked(String name) {
    assertThat(nodes().isFree(name)).isTrue();
  }

  @Override
  protected void assertLocked(String name) {
    assertThat(nodes().isTaken(name)).isTrue();
  }
}
