package io.fencepost.jdbc;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Isolation.class)
final class PostgresSinkTest extends SinkContract {
  private static PostgresServer database;

  PostgresSinkTest(Isolation level) {
    super(database, level);
  }

  @BeforeAll
  static void start() throws SQLException {
    database = prepared(new PostgresServer());
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @Nested
  final class PausedHolders extends PausedHolderContract {
    PausedHolders() {
      super(database, level);
    }
  }

  @Nested
  final class OnlyPostgres extends PostgresContract {
    OnlyPostgres() {
      super(database, level);
    }
  }
}
