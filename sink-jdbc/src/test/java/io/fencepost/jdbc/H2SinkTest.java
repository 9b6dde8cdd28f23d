package io.fencepost.jdbc;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Isolation.class)
final class H2SinkTest extends SinkContract {
  private static H2Server database;

  H2SinkTest(Isolation isolation) {
    super(database, isolation);
  }

  @BeforeAll
  static void start() throws SQLException {
    database = prepared(new H2Server());
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @Nested
  final class ImplicitCommits extends ImplicitCommitContract {
    ImplicitCommits() {
      super(database, level);
    }
  }

  @Nested
  final class LooseText extends LooseTextContract {
    LooseText() throws SQLException {
      super(
          database,
          level,
          "ALTER TABLE fencepost_result ALTER COLUMN step VARCHAR_IGNORECASE(200)");
    }
  }
}
