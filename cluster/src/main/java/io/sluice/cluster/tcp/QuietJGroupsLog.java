package io.sluice.cluster.tcp;

import io.sluice.cluster.OncePerKey;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;

/**
 * The log of the JGroups protocols of one channel: each kind of warning once and in one line;
 * repetitions and stack traces at level debug. JGroups itself warns of each connection and each
 * packet that makes no sense, so a stranger could fill the log. What belongs to the ordinary end of
 * a connection is no complaint, and at level debug, too.
 */
final class QuietJGroupsLog implements Log {

  /** A peer that has closed the connection already is not told that it ends. */
  static final Set<String> ORDINARY = Set.of("%s: failed sending graceful close to %s: %s");

  private final Log log;
  private final OncePerKey warned;

  private QuietJGroupsLog(Log log, OncePerKey warned) {
    this.log = log;
    this.warned = warned;
  }

  /**
   * Makes something of JGroups whose protocols log sparingly. Each protocol asks for its log when
   * it is made, so only what is made meanwhile is concerned, and not what others in this process do
   * with JGroups.
   */
  static <T> T during(Callable<T> making) throws Exception {
    synchronized (QuietJGroupsLog.class) {
      var before = LogFactory.getCustomLogFactory();
      LogFactory.setCustomLogFactory(new Factory(before, new OncePerKey()));
      try {
        return making.call();
      } finally {
        LogFactory.setCustomLogFactory(before);
      }
    }
  }

  /** Wraps whatever JGroups would take. */
  private record Factory(CustomLogFactory before, OncePerKey warned) implements CustomLogFactory {
    @Override
    public Log getLog(Class<?> type) {
      LogFactory.setCustomLogFactory(before);
      try {
        return new QuietJGroupsLog(LogFactory.getLog(type), warned);
      } finally {
        LogFactory.setCustomLogFactory(this);
      }
    }

    /** JGroups itself asks for none by a name. */
    @Override
    public Log getLog(String category) {
      return getLog(LogFactory.class);
    }
  }

  /**
   * Whether it is a complaint of a new kind. They are told apart by their words; numbers and
   * addresses make no difference.
   */
  private boolean isNew(String message) {
    return !ORDINARY.contains(message) && warned.isNew(message.replaceAll("[0-9]+", "#"));
  }

  @Override
  public void fatal(String message) {
    log.fatal(message);
  }

  @Override
  public void fatal(String format, Object... args) {
    log.fatal(format, args);
  }

  @Override
  public void fatal(String message, Throwable error) {
    log.fatal(message, error);
  }

  @Override
  public void error(String message) {
    if (isNew(message)) {
      log.error(message);
    } else {
      log.debug(message);
    }
  }

  @Override
  public void error(String format, Object... args) {
    if (isNew(format)) {
      log.error(format, args);
    } else {
      log.debug(format, args);
    }
  }

  @Override
  public void error(String message, Throwable error) {
    if (isNew(message)) {
      log.error(message + ": " + error);
    }
    log.debug(message, error);
  }

  @Override
  public void warn(String message) {
    if (isNew(message)) {
      log.warn(message);
    } else {
      log.debug(message);
    }
  }

  @Override
  public void warn(String format, Object... args) {
    if (isNew(format)) {
      log.warn(format, args);
    } else {
      log.debug(format, args);
    }
  }

  @Override
  public void warn(String message, Throwable error) {
    if (isNew(message)) {
      log.warn(message + ": " + error);
    }
    log.debug(message, error);
  }

  @Override
  public void info(String message) {
    log.info(message);
  }

  @Override
  public void info(String format, Object... args) {
    log.info(format, args);
  }

  @Override
  public void debug(String message) {
    log.debug(message);
  }

  @Override
  public void debug(String format, Object... args) {
    log.debug(format, args);
  }

  @Override
  public void debug(String message, Throwable error) {
    log.debug(message, error);
  }

  @Override
  public void trace(Object message) {
    log.trace(message);
  }

  @Override
  public void trace(String message) {
    log.trace(message);
  }

  @Override
  public void trace(String format, Object... args) {
    log.trace(format, args);
  }

  @Override
  public void trace(String message, Throwable error) {
    log.trace(message, error);
  }

  @Override
  public boolean isFatalEnabled() {
    return log.isFatalEnabled();
  }

  @Override
  public boolean isErrorEnabled() {
    return log.isErrorEnabled();
  }

  @Override
  public boolean isWarnEnabled() {
    return log.isWarnEnabled();
  }

  @Override
  public boolean isInfoEnabled() {
    return log.isInfoEnabled();
  }

  @Override
  public boolean isDebugEnabled() {
    return log.isDebugEnabled();
  }

  @Override
  public boolean isTraceEnabled() {
    return log.isTraceEnabled();
  }

  @Override
  public void setLevel(String level) {
    log.setLevel(level);
  }

  @Override
  public String getLevel() {
    return log.getLevel();
  }
}
