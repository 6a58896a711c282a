package io.sluice.lab.simulate.audit;

import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.MessageAuditor;
import io.sluice.lab.simulate.Violation;
import io.sluice.protocol.Claim;
import java.util.List;
import java.util.Optional;

/** All auditors of a run as one, and the first violation that any of them finds. */
public final class Audit<M> {

  private final List<Auditor> auditors;
  private final List<MessageAuditor<? super M>> messageAuditors;
  private Optional<Violation> violation = Optional.empty();
  private boolean violated;

  /**
   * @param messageAuditors those among the auditors that hear messages
   */
  public Audit(List<Auditor> auditors, List<MessageAuditor<? super M>> messageAuditors) {
    this.auditors = auditors;
    this.messageAuditors = messageAuditors;
  }

  public boolean violated() {
    return violated;
  }

  public Optional<Violation> violation() {
    return violation;
  }

  /** Ends the run, unless a violation was reported before. */
  public void report(Violation found) {
    if (!violated) {
      violation = Optional.of(found);
      violated = true;
    }
  }

  /** Ends the run because a step failed; what the effects of that step broke does not count. */
  public void fail(Violation failure) {
    violation = Optional.of(failure);
    violated = true;
  }

  public void asked(long at, int process, Claim claim) {
    for (var auditor : auditors) {
      auditor.asked(at, process, claim);
      ask(auditor);
    }
  }

  public void entered(long at, int process, Claim claim, long fence) {
    for (var auditor : auditors) {
      auditor.entered(at, process, claim, fence);
      ask(auditor);
    }
  }

  public void mapped(long at, int process, Claim claim) {
    for (var auditor : auditors) {
      auditor.mapped(at, process, claim);
      ask(auditor);
    }
  }

  public void released(long at, int process, Claim claim) {
    for (var auditor : auditors) {
      auditor.released(at, process, claim);
      ask(auditor);
    }
  }

  public void withdrew(long at, int process, Claim claim) {
    for (var auditor : auditors) {
      auditor.withdrew(at, process, claim);
      ask(auditor);
    }
  }

  public void joined(long at, int process) {
    for (var auditor : auditors) {
      auditor.joined(at, process);
      ask(auditor);
    }
  }

  public void departed(long at, int process) {
    for (var auditor : auditors) {
      auditor.departed(at, process);
      ask(auditor);
    }
  }

  public void crashed(long at, int process) {
    for (var auditor : auditors) {
      auditor.crashed(at, process);
      ask(auditor);
    }
  }

  public void ended(long at) {
    for (var auditor : auditors) {
      auditor.ended(at);
      ask(auditor);
    }
  }

  /** Whether any auditor hears messages. */
  public boolean listens() {
    return !messageAuditors.isEmpty();
  }

  public void sent(long at, int from, int to, M message) {
    for (var auditor : messageAuditors) {
      auditor.sent(at, from, to, message);
      ask(auditor);
    }
  }

  public void received(long at, int from, int to, M message) {
    for (var auditor : messageAuditors) {
      auditor.received(at, from, to, message);
      ask(auditor);
    }
  }

  private void ask(Auditor auditor) {
    auditor.violation().ifPresent(this::report);
  }
}
