package io.fencepost.jdbc;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Isolation.class)
final class MariaDbSinkTest extends SinkContract {
  private static MariaDbServer database;

  MariaDbSinkTest(Isolation level) {
    super(database, level);
  }

  @BeforeAll
  static void start() throws SQLException {
    database = prepared(new MariaDbServer());
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
          "ALTER TABLE fencepost_result CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
    }
  }
}
