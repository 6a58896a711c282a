package io.sluice.page.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link Browser} as a parameter, one for all of them: it takes seconds to start.
 * Where there is none, the tests say so and are skipped.
 */
public final class InBrowser implements BeforeAllCallback, ParameterResolver {

  @Override
  public void beforeAll(ExtensionContext context) {
    var missing = Browser.missing();
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Browser.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(InBrowser.class))
        .computeIfAbsent(Browser.class, _ -> Browser.start(), Browser.class);
  }
}
