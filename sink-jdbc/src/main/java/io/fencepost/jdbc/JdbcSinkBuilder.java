package io.fencepost.jdbc;

import static java.util.Objects.requireNonNull;

import io.fencepost.time.Durations;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link JdbcSink}. State the lease of the scheduler, and the timeouts follow from it. Not
 * for use from several threads.
 */
public final class JdbcSinkBuilder {
  /** What the scheduler allows; MySQL's coarse timeouts, of whole seconds, stay below the least. */
  private static final Duration LEAST_LEASE = Duration.ofSeconds(2);

  private static final Duration MOST_LEASE = Duration.ofMinutes(5);
  private static final Duration LEAST_TIMEOUT = Duration.ofMillis(1);
  private static final Duration MOST_RESOLVE = Duration.ofDays(1);

  private final DataSource dataSource;
  private String name = "jdbc";
  private @Nullable Dialect dialect;
  private Duration lease = Duration.ofSeconds(10);
  private @Nullable Duration lockTimeout;
  private @Nullable Duration idleTimeout;
  private @Nullable Duration resolveTimeout;
  private Ticker ticker = Ticker.system();
  private Resolver.Pause pause = duration -> LockSupport.parkNanos(duration.toNanos());

  JdbcSinkBuilder(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** The name in config, logs and errors. Default: {@code jdbc}. */
  public JdbcSinkBuilder name(String name) {
    this.name = requireNonNull(name, "name is null");
    return this;
  }

  /** For a database that only speaks one of these. Default: what the database calls itself. */
  public JdbcSinkBuilder dialect(Dialect dialect) {
    this.dialect = requireNonNull(dialect, "dialect is null");
    return this;
  }

  /** The scheduler's lease or session timeout, 2 s to 5 min. Default: 10 s. */
  public JdbcSinkBuilder lease(Duration lease) {
    this.lease = requireNonNull(lease, "lease is null");
    return this;
  }

  /**
   * How long a statement of the sink's own transactions waits for a lock. MySQL and MariaDB round
   * down to seconds. Default: a third of the lease.
   */
  public JdbcSinkBuilder lockTimeout(Duration lockTimeout) {
    this.lockTimeout = requireNonNull(lockTimeout, "lockTimeout is null");
    return this;
  }

  /**
   * How long the sink's own transactions may stand without a statement before the server ends them.
   * MySQL and MariaDB round down to seconds; H2 has no such bound. Default: two thirds of the
   * lease.
   */
  public JdbcSinkBuilder idleTimeout(Duration idleTimeout) {
    this.idleTimeout = requireNonNull(idleTimeout, "idleTimeout is null");
    return this;
  }

  /**
   * How long the sink looks into a lost commit reply before it throws {@link
   * UnknownOutcomeException}, at most a day; a try that has begun is finished. Default: the lease.
   */
  public JdbcSinkBuilder resolveTimeout(Duration resolveTimeout) {
    this.resolveTimeout = requireNonNull(resolveTimeout, "resolveTimeout is null");
    return this;
  }

  JdbcSinkBuilder ticker(Ticker ticker) {
    this.ticker = ticker;
    return this;
  }

  JdbcSinkBuilder pause(Resolver.Pause pause) {
    this.pause = pause;
    return this;
  }

  /**
   * Does not connect yet: see {@link JdbcSink#check}.
   *
   * @throws IllegalArgumentException if the name is empty, or a timeout does not stay below the
   *     lease
   */
  public JdbcSink build() {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name is blank");
    }
    if (lease.compareTo(LEAST_LEASE) < 0 || lease.compareTo(MOST_LEASE) > 0) {
      throw new IllegalArgumentException(
          "lease is " + Durations.text(lease) + ", allowed: 2 s to 5 min");
    }
    if (resolveTimeout != null
        && (resolveTimeout.isNegative() || resolveTimeout.compareTo(MOST_RESOLVE) > 0)) {
      throw new IllegalArgumentException(
          "resolveTimeout is " + Durations.text(resolveTimeout) + ", allowed: 0 to 1 day");
    }
    Limits limits =
        new Limits(
            belowLease("lockTimeout", lockTimeout, lease.dividedBy(3)),
            belowLease("idleTimeout", idleTimeout, lease.multipliedBy(2).dividedBy(3)),
            resolveTimeout == null ? lease : resolveTimeout);
    return new JdbcSink(name, dataSource, dialect, limits, ticker, pause);
  }

  private Duration belowLease(String setting, @Nullable Duration given, Duration derived) {
    Duration value = given == null ? derived : given;
    if (value.compareTo(lease) >= 0 || value.compareTo(LEAST_TIMEOUT) < 0) {
      throw new IllegalArgumentException(
          setting
              + " is "
              + Durations.text(value)
              + ", but must be at least 1 ms and below the lease of "
              + Durations.text(lease)
              + ": else a paused holder keeps its successor out for longer than the lease");
    }
    return value;
  }
}
