package io.sluice.cluster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks one after the other, in the order in which they came. */
@Timeout(60)
class MailboxTest {

  private final Mailbox mailbox = new Mailbox();
  private final Mailbox other = new Mailbox();
  private final List<String> done = new ArrayList<>();

  @Test
  void whatATaskBringsIsRunAfterIt() {
    mailbox.submit(
        () -> {
          mailbox.submit(() -> done.add("own"));
          other.submit(() -> done.add("other's"));
          done.add("first");
        });
    assertThat(done).containsExactly("first", "own", "other's");
    assertThat(mailbox.atRest()).isTrue();
    assertThat(Mailbox.isAtWork()).isFalse();
  }

  /** Such as a listener whose library is missing, which cannot be foreseen. */
  @Test
  void aTaskThatFailsTakesNoOtherWithIt() {
    mailbox.submit(
        () -> {
          mailbox.submit(() -> done.add("own"));
          other.submit(() -> done.add("other's"));
          throw new NoClassDefFoundError("on purpose");
        });
    assertThat(done).containsExactly("own", "other's");
    assertThat(mailbox.atRest()).isTrue();
    assertThat(other.atRest()).isTrue();
  }

  @Test
  void aMailboxIsClosedOnlyWhenNoTaskWaits() {
    mailbox.submit(
        () -> {
          mailbox.submit(() -> done.add("closed early: " + mailbox.closeIfLast()));
          mailbox.submit(() -> done.add("closed: " + mailbox.closeIfLast()));
          done.add("closed at first: " + mailbox.closeIfLast());
        });
    assertThat(done)
        .containsExactly("closed at first: false", "closed early: false", "closed: true");
    assertThat(mailbox.isClosed()).isTrue();
    assertThat(mailbox.offer(() -> done.add("late"))).isFalse();
    assertThat(done).hasSize(3);
  }

  /** A task that closes the mailbox at once, without others around it. */
  @Test
  void aClosedMailboxTakesNoTask() {
    mailbox.submit(() -> done.add("closed: " + mailbox.closeIfLast()));
    assertThat(done).containsExactly("closed: true");
    assertThat(mailbox.offer(() -> done.add("late"))).isFalse();
    other.submit(() -> done.add("other's"));
    assertThat(done).containsExactly("closed: true", "other's");
  }
}
