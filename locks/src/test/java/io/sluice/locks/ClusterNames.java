package io.sluice.locks;

/** Names of clusters over TCP, different in all test classes and JVMs that run side by side. */
final class ClusterNames {

  private ClusterNames() {}

  static String of(Class<?> test, String name) {
    return test.getSimpleName() + "-" + name + "-" + ProcessHandle.current().pid();
  }
}
