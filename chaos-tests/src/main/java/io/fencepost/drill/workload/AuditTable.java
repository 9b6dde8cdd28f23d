package io.fencepost.drill.workload;

import io.fencepost.FenceToken;
import io.fencepost.RunContext;
import io.fencepost.drill.history.SinkWrite;
import io.fencepost.drill.history.SinkWrite.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The append-only table that the workload writes inside the sink's transactions, without any key
 * that could hide a repetition. See {@link SinkWrite#order} for what its numbers mean.
 */
public final class AuditTable {
  /** The name of the sink in the history. */
  public static final String SINK = "postgres";

  private static final String CREATE =
      "CREATE TABLE drill_write (number bigserial PRIMARY KEY, kind text NOT NULL, job text NOT NULL,"
          + " occurrence timestamptz NOT NULL, step text NOT NULL, epoch bigint NOT NULL,"
          + " fence bigint NOT NULL, node text NOT NULL, process uuid NOT NULL,"
          + " at timestamptz NOT NULL DEFAULT clock_timestamp())";
  private static final String INSERT =
      "INSERT INTO drill_write (kind, job, occurrence, step, epoch, fence, node, process)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String READ =
      "SELECT number, kind, job, occurrence, step, epoch, fence, node, process, at"
          + " FROM drill_write ORDER BY number";
  private static final String MARKS =
      "SELECT job, shard, epoch, fence FROM fencepost_guard WHERE namespace = ?";

  private AuditTable() {}

  /** Creates the table in an empty database. */
  public static void create(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(CREATE);
    }
  }

  /** Adds a row of a run inside a transaction that holds the guard. */
  static void insert(Connection connection, RunContext run, Kind kind, String step, UUID process)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setString(1, kind.name());
      insert.setString(2, run.job().toString());
      insert.setObject(3, run.occurrence().scheduledFor());
      insert.setString(4, step);
      insert.setLong(5, run.fence().epoch());
      insert.setLong(6, run.fence().value());
      insert.setString(7, run.node());
      insert.setObject(8, process);
      insert.executeUpdate();
    }
  }

  /** All committed rows, in the order of their numbers. */
  public static List<SinkWrite> read(DataSource database) throws SQLException {
    List<SinkWrite> writes = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(READ)) {
      while (row.next()) {
        writes.add(write(row));
      }
    }
    return writes;
  }

  private static SinkWrite write(ResultSet row) throws SQLException {
    return new SinkWrite(
        row.getLong("number"),
        Kind.valueOf(row.getString("kind")),
        SINK,
        row.getString("job"),
        row.getObject("occurrence", OffsetDateTime.class).toInstant(),
        row.getString("step"),
        new FenceToken(row.getLong("epoch"), row.getLong("fence")),
        row.getString("node"),
        row.getObject("process", UUID.class),
        row.getObject("at", OffsetDateTime.class).toInstant());
  }

  /** The guard's mark of each job of a namespace. */
  public static Map<String, FenceToken> marks(DataSource database, String namespace)
      throws SQLException {
    Map<String, FenceToken> marks = new TreeMap<>();
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(MARKS)) {
      select.setString(1, namespace);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          int shard = row.getInt("shard");
          marks.put(
              row.getString("job") + (shard == 0 ? "" : "~" + shard),
              new FenceToken(row.getLong("epoch"), row.getLong("fence")));
        }
      }
    }
    return marks;
  }
}
