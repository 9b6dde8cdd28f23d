package io.fencepost.jdbc;

import io.fencepost.FencepostException;
import io.fencepost.time.Durations;
import io.fencepost.time.Ticker;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/** Uses a data source, and says in one message what is wrong if it cannot be used. */
final class DatabaseCheck {
  /** Where connection pools and drivers keep the URL, as far as they do. */
  private static final String[] URL_GETTERS = {"getJdbcUrl", "getUrl", "getURL"};

  private final String who;
  private final DataSource dataSource;
  private final Ticker ticker;

  /**
   * @param who needs the database: {@code sink 'jdbc'}
   */
  DatabaseCheck(String who, DataSource dataSource, Ticker ticker) {
    this.who = who;
    this.dataSource = dataSource;
    this.ticker = ticker;
  }

  /** Something to try with a connection. */
  @FunctionalInterface
  interface Use {
    void with(Connection connection) throws SQLException;
  }

  /**
   * @throws FencepostException saying what was tried, for how long, what came of it and what to do
   */
  void run(Use use) {
    long start = ticker.nanos();
    String doing = "connecting to ";
    String url = configuredUrl().orElse("its database");
    try (Connection connection = dataSource.getConnection()) {
      doing = "using ";
      url = Optional.ofNullable(connection.getMetaData().getURL()).orElse(url);
      use.with(connection);
    } catch (SQLException | RuntimeException e) {
      String meaning =
          DriverMessage.sqlException(e).map(s -> SqlErrors.meaning(s) + ": ").orElse("");
      throw new FencepostException(
          who
              + " cannot be used: "
              + doing
              + DriverMessage.mask(url)
              + " (through "
              + dataSource.getClass().getName()
              + ") failed after "
              + Durations.text(Duration.ofNanos(ticker.nanos() - start))
              + ": "
              + meaning
              + DriverMessage.of(e),
          e);
    }
  }

  private Optional<String> configuredUrl() {
    for (String name : URL_GETTERS) {
      try {
        Method getter = dataSource.getClass().getMethod(name);
        if (getter.invoke(dataSource) instanceof String url && !url.isBlank()) {
          return Optional.of(url);
        }
      } catch (ReflectiveOperationException | RuntimeException e) {
        // This data source does not tell.
      }
    }
    return Optional.empty();
  }
}
