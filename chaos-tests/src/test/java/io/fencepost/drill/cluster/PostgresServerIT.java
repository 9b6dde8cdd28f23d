package io.fencepost.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresServerIT {
  @TempDir Path directory;

  @Test
  void aServer_givesEachDrillADatabaseOfItsOwn_andIsGoneAfterClose() throws SQLException {
    long pid;
    try (PostgresServer server = PostgresServer.start(directory)) {
      pid = server.pid();
      assertThat(databaseAt(server.createDatabase("one"))).isEqualTo("one");
      assertThat(databaseAt(server.createDatabase("two"))).isEqualTo("two");
      assertThat(ProcessState.of(pid)).isEqualTo(ProcessState.LIVE);
    }
    assertThat(ProcessState.of(pid)).isEqualTo(ProcessState.GONE);
  }

  private static String databaseAt(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT current_database()")) {
      row.next();
      return row.getString(1);
    }
  }
}
