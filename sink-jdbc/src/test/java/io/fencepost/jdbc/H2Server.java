package io.fencepost.jdbc;

import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

final class H2Server implements TestServer {
  private final DataSource dataSource = inMemory();

  private static DataSource inMemory() {
    JdbcDataSource dataSource = new JdbcDataSource();
    dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return dataSource;
  }

  @Override
  public DataSource dataSource() {
    return dataSource;
  }

  @Override
  public DataSource empty() {
    return inMemory();
  }

  @Override
  public Dialect dialect() {
    return Dialect.H2;
  }

  @Override
  public String waitersSql() {
    return "SELECT COUNT(*) FROM information_schema.sessions WHERE blocker_id IS NOT NULL";
  }

  @Override
  public String settingsSql() {
    return "SELECT LOCK_TIMEOUT()";
  }

  @Override
  public String settingsForALeaseOf30Seconds() {
    return "10000";
  }

  @Override
  public void close() {
    // The database goes with the JVM.
  }
}
