package io.fencepost.jdbc;

import static java.util.Objects.requireNonNull;

import io.fencepost.FenceToken;
import io.fencepost.FencepostException;
import io.fencepost.RunContext;
import io.fencepost.StaleFenceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table that carries the fence token of its last writer in a column of its own: an update goes
 * through only if the row's token is lower or equal.
 *
 * <pre>{@code
 * FenceColumn settlement = FenceColumn.in("settlement", "id", "last_fence");
 * settlement.update(connection, run, 42L, Map.of("amount", total));
 * // UPDATE settlement SET amount = ?, last_fence = ? WHERE id = ? AND (last_fence IS NULL OR last_fence <= ?)
 * }</pre>
 *
 * It protects that row and nothing else, and is no key: a second run writes again. Each write must
 * go through it. One update is atomic in autocommit mode too. Immutable and safe for use from many
 * threads.
 */
public final class FenceColumn {
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}(\\.[A-Za-z_][A-Za-z0-9_]{0,62})?");

  private static final int TRIES = 2;

  private final String table;
  private final String id;
  private final String fence;
  private final Optional<String> epoch;

  private FenceColumn(String table, String id, String fence, Optional<String> epoch) {
    this.table = checked(table);
    this.id = checked(id);
    this.fence = checked(fence);
    this.epoch = epoch.map(FenceColumn::checked);
  }

  /**
   * @param table plain or with its schema, put into the SQL as it is
   * @param id the column that tells the rows apart
   * @param fence a 64-bit integer column; null counts as lower than every token
   * @throws IllegalArgumentException if one of them is no plain SQL name
   */
  public static FenceColumn in(String table, String id, String fence) {
    return new FenceColumn(table, id, fence, Optional.empty());
  }

  /**
   * With a second 64-bit integer column, not null, for the token's epoch. Without it no epoch but 0
   * can be compared, so that runs in a later one are refused.
   */
  public FenceColumn withEpoch(String column) {
    return new FenceColumn(table, id, fence, Optional.of(column));
  }

  /**
   * The statement that {@link #update} prepares. Its parameters: the values, the token's value, its
   * epoch if there is a column for it, the row's id; then, without an epoch column, the value
   * again, and with one the epoch twice and the value.
   */
  public String updateSql(Collection<String> columns) {
    StringBuilder sql = new StringBuilder("UPDATE ").append(table).append(" SET ");
    columns.forEach(column -> sql.append(checked(column)).append(" = ?, "));
    sql.append(fence).append(" = ?");
    epoch.ifPresent(column -> sql.append(", ").append(column).append(" = ?"));
    sql.append(" WHERE ").append(id).append(" = ? AND (").append(fence).append(" IS NULL OR ");
    epoch.ifPresent(
        column -> sql.append(column).append(" < ? OR (").append(column).append(" = ? AND "));
    sql.append(fence).append(" <= ?)");
    return epoch.isPresent() ? sql.append(")").toString() : sql.toString();
  }

  /**
   * Updates the row if its token is not above the run's.
   *
   * @param values the columns to set; at least one
   * @throws StaleFenceException if the row has a higher token; an open transaction can then not be
   *     committed any more (see {@link JdbcSink#guard})
   * @throws FencepostException if there is no such row, or the database failed
   */
  public void update(
      Connection connection,
      RunContext run,
      Object rowId,
      Map<String, ? extends @Nullable Object> values) {
    requireNonNull(rowId, "rowId is null");
    if (epoch.isEmpty() && run.fence().epoch() != 0) {
      throw new IllegalStateException(
          SqlErrors.who(run)
              + ": "
              + table
              + " has no epoch column, so a token of epoch "
              + run.fence().epoch()
              + " cannot be compared with its "
              + fence
              + ": add one and name it with withEpoch");
    }
    try {
      updateOrThrow(connection, run, rowId, values);
    } catch (SQLException e) {
      throw Doom.of(
          connection,
          new FencepostException(
              SqlErrors.who(run)
                  + ": a row of "
                  + table
                  + " could not be updated: "
                  + SqlErrors.explainedAnywhere(e),
              e));
    } catch (RuntimeException e) {
      throw Doom.of(connection, e);
    }
  }

  private void updateOrThrow(
      Connection connection,
      RunContext run,
      Object rowId,
      Map<String, ? extends @Nullable Object> values)
      throws SQLException {
    Optional<FenceToken> mark = Optional.empty();
    for (int i = 0; i < TRIES; i++) {
      if (execute(connection, run.fence(), rowId, values) > 0) {
        return;
      }
      mark = lockedMark(connection, rowId);
      if (mark.isEmpty()) {
        throw new FencepostException(
            SqlErrors.who(run) + ": " + table + " has no row with the given " + id);
      }
      if (mark.get().compareTo(run.fence()) > 0) {
        throw new StaleFenceException(table, run.occurrence(), run.fence(), mark.get());
      }
      // The row appeared meanwhile, or the driver does not count a row that already was as told.
      // In autocommit mode the lock is gone again, so the next update may meet a higher mark.
    }
    if (!mark.equals(Optional.of(run.fence()))) {
      throw Database.tryAgain("the row was changed meanwhile, more than once");
    }
  }

  private int execute(
      Connection connection,
      FenceToken token,
      Object rowId,
      Map<String, ? extends @Nullable Object> values)
      throws SQLException {
    List<@Nullable Object> parameters = new ArrayList<>(values.values());
    parameters.add(token.value());
    epoch.ifPresent(column -> parameters.add(token.epoch()));
    parameters.add(rowId);
    if (epoch.isPresent()) {
      parameters.add(token.epoch());
      parameters.add(token.epoch());
    }
    parameters.add(token.value());
    try (PreparedStatement update = connection.prepareStatement(updateSql(values.keySet()))) {
      for (int i = 0; i < parameters.size(); i++) {
        update.setObject(i + 1, parameters.get(i));
      }
      return update.executeUpdate();
    }
  }

  private Optional<FenceToken> lockedMark(Connection connection, Object rowId) throws SQLException {
    String sql =
        "SELECT "
            + epoch.orElse("0")
            + ", "
            + fence
            + " FROM "
            + table
            + " WHERE "
            + id
            + " = ? FOR UPDATE";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setObject(1, rowId);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(new FenceToken(row.getLong(1), row.getLong(2)))
            : Optional.empty();
      }
    }
  }

  private static String checked(String name) {
    if (!NAME.matcher(requireNonNull(name, "name is null")).matches()) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is not a plain SQL name (letters, digits and '_', with a schema at most)");
    }
    return name;
  }
}
