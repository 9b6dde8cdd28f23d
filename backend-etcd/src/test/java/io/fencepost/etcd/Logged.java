package io.fencepost.etcd;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What a logger and those below it say, until it is closed. */
final class Logged implements AutoCloseable {
  private final Logger logger;
  private final @Nullable Level before;
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  private Logged(Logger logger) {
    this.logger = logger;
    this.before = logger.getLevel();
    logger.setLevel(Level.INFO);
    appender.start();
    logger.addAppender(appender);
  }

  static Logged by(Class<?> owner) {
    return by(owner.getName());
  }

  static Logged by(String name) {
    return new Logged((Logger) LoggerFactory.getLogger(name));
  }

  /** {@code WARN text}; nothing below INFO. */
  List<String> lines() {
    return List.copyOf(appender.list).stream()
        .map(event -> event.getLevel() + " " + event.getFormattedMessage())
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setLevel(before);
  }
}
