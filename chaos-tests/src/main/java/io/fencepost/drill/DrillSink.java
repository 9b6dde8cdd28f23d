package io.fencepost.drill;

import io.fencepost.FenceToken;
import io.fencepost.RunContext;
import io.fencepost.StaleFenceException;
import io.fencepost.drill.history.SinkWrite;
import io.fencepost.drill.workload.AuditTable;
import io.fencepost.drill.workload.Defence;
import io.fencepost.drill.workload.SinkSabotage;
import io.fencepost.jdbc.JdbcSchema;
import io.fencepost.jdbc.JdbcSink;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.postgresql.ds.PGSimpleDataSource;

/** A drill's own database, as the drill sees it. */
final class DrillSink {
  private final PGSimpleDataSource database = new PGSimpleDataSource();

  DrillSink(String jdbcUrl) {
    database.setUrl(jdbcUrl);
  }

  /** Creates the tables, and takes out what is to be switched off. */
  void create(Set<Defence> off) {
    try {
      JdbcSchema.createIfMissing(database);
      AuditTable.create(database);
      SinkSabotage.apply(database, off);
    } catch (SQLException e) {
      throw new IllegalStateException("could not set up " + database.getUrl(), e);
    }
  }

  List<SinkWrite> writes() {
    try {
      return AuditTable.read(database);
    } catch (SQLException e) {
      throw new IllegalStateException("could not read " + database.getUrl(), e);
    }
  }

  /** Whether the guard lets a run write. */
  boolean admits(RunContext run, Duration lease) {
    try {
      JdbcSink.builder(database)
          .name(AuditTable.SINK)
          .lease(lease)
          .build()
          .guarded(run, transaction -> {});
      return true;
    } catch (StaleFenceException e) {
      return false;
    }
  }

  Map<String, FenceToken> marks(String namespace) {
    try {
      return AuditTable.marks(database, namespace);
    } catch (SQLException e) {
      throw new IllegalStateException("could not read " + database.getUrl(), e);
    }
  }
}
