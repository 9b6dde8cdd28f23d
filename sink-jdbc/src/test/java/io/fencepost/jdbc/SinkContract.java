package io.fencepost.jdbc;

import java.sql.SQLException;
import org.junit.jupiter.api.Nested;
import org.slf4j.LoggerFactory;

/** All that is promised of a {@link JdbcSink}; a subclass for each database. */
abstract class SinkContract {
  private final TestServer database;
  final Isolation level;

  SinkContract(TestServer database, Isolation level) {
    this.database = database;
    this.level = level;
  }

  /** Creates the tables of all tests. */
  static <S extends TestServer> S prepared(S server) throws SQLException {
    LoggerFactory.getLogger(SinkContract.class).warn("Tested against {}", server.version());
    JdbcSchema.createIfMissing(server.dataSource());
    new Payments(server.dataSource()).createTable();
    FenceColumnContract.createTable(server);
    return server;
  }

  @Nested
  final class Guards extends GuardContract {
    Guards() {
      super(database, level);
    }
  }

  @Nested
  final class Once extends OnceContract {
    Once() {
      super(database, level);
    }
  }

  @Nested
  final class UserTransactions extends UserTransactionContract {
    UserTransactions() {
      super(database, level);
    }
  }

  @Nested
  final class Races extends RaceContract {
    Races() {
      super(database, level);
    }
  }

  @Nested
  final class LostCommits extends LostCommitContract {
    LostCommits() {
      super(database, level);
    }
  }

  @Nested
  final class FenceColumns extends FenceColumnContract {
    FenceColumns() {
      super(database, level);
    }
  }

  @Nested
  final class Trouble extends TroubleContract {
    Trouble() {
      super(database, level);
    }
  }

  @Nested
  final class DirtyConnections extends DirtyConnectionContract {
    DirtyConnections() {
      super(database, level);
    }
  }
}
