package io.sluice.page.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.util.List;
import java.util.Locale;

/**
 * A tab of the browser. A selector means the first element that it fits; whatever is waited for may
 * take a minute, since other tests keep the machine busy.
 */
public final class Tab {

  private static final double MILLIS = 60_000;

  private final Page page;

  Tab(Page page) {
    this.page = page;
    page.setDefaultTimeout(MILLIS);
  }

  private Locator first(String selector) {
    return page.locator(selector).first();
  }

  public void open(String address) {
    page.navigate(address);
  }

  /** Nothing can be loaded from anywhere any more. */
  void goOffline() {
    page.context().setOffline(true);
  }

  /** The address that is shown. */
  String address() {
    return page.url();
  }

  /** What an expression has as its value in the page. */
  public Object value(String expression) {
    return page.evaluate(expression);
  }

  /** Whether an expression is true in the page. */
  public boolean holds(String expression) {
    return Boolean.TRUE.equals(page.evaluate("Boolean(" + expression + ")"));
  }

  public String text(String selector) {
    return first(selector).innerText();
  }

  /** Whether there is such an element. */
  boolean has(String selector) {
    return count(selector) > 0;
  }

  int count(String selector) {
    return page.locator(selector).count();
  }

  /**
   * Waits until an expression is true. It is asked from outside: the page's own policy forbids to
   * evaluate text in it later.
   */
  public void await(String expression) {
    page.waitForCondition(() -> holds(expression));
  }

  /** Waits until there is such an element. */
  public void awaitElement(String selector) {
    first(selector).waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
  }

  /** Waits until there is no such element any more. */
  void awaitNo(String selector) {
    awaitCount(selector, 0);
  }

  /** Waits until there are that many such elements. */
  public void awaitCount(String selector, int number) {
    assertThat(page.locator(selector))
        .hasCount(number, new LocatorAssertions.HasCountOptions().setTimeout(MILLIS));
  }

  /** Waits until an element has a text in it, whatever white space is between its words. */
  public void awaitText(String selector, String part) {
    assertThat(first(selector))
        .containsText(
            part,
            new LocatorAssertions.ContainsTextOptions().setUseInnerText(true).setTimeout(MILLIS));
  }

  /** Clicks in the middle of an element, as soon as nothing covers it. */
  public void click(String selector) {
    first(selector).click();
  }

  /** Clicks on a button that says it cannot be used. */
  void clickDisabled(String selector) {
    first(selector).click(new Locator.ClickOptions().setForce(true));
  }

  /** Points at an element. */
  void pointAt(String selector) {
    first(selector).hover();
  }

  /** Chooses from a list. */
  void choose(String selector, String value) {
    first(selector).selectOption(value);
  }

  void focus(String selector) {
    first(selector).focus();
  }

  /** Presses and releases a key. */
  public void press(String key) {
    page.keyboard().press(key);
  }

  /** Whether the page is to be dark or light. */
  void prefer(String look) {
    var scheme = ColorScheme.valueOf(look.toUpperCase(Locale.ROOT));
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
  }

  /** Lets the page read and write the clipboard. */
  void allowClipboard() {
    page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
  }

  /** What can be seen of the page, as PNG. */
  byte[] picture() {
    return page.screenshot();
  }
}
