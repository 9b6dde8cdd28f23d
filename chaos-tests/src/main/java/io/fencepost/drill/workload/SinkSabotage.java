package io.fencepost.drill.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Takes a defence out of the sink from below: triggers in the drill's own database change what the
 * sink stores, so that the sink's code runs as it is and its defence is without effect.
 */
public final class SinkSabotage {
  private static final Map<Defence, String> TRIGGERS =
      Map.of(
          // All tokens are stored as one and the same, so none is below the mark; and it is a high
          // one, so that S2 is broken by a late write alone and not by a mark below what was
          // written.
          Defence.SINK_GUARD,
          trigger("fencepost_guard", "NEW.epoch := 1000000; NEW.fence := 0"),
          // Every key is a new one.
          Defence.IDEMPOTENCY_KEY,
          trigger("fencepost_result", "NEW.step := left(NEW.step, 60) || gen_random_uuid()"));

  private SinkSabotage() {}

  /** Switches off those of the defences that are in the sink. */
  public static void apply(DataSource database, Set<Defence> off) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<Defence, String> trigger : TRIGGERS.entrySet()) {
        if (off.contains(trigger.getKey())) {
          statement.execute(trigger.getValue());
        }
      }
    }
  }

  private static String trigger(String table, String change) {
    return "CREATE FUNCTION sabotage_"
        + table
        + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        + change
        + "; RETURN NEW; END $$; CREATE TRIGGER sabotage BEFORE INSERT ON "
        + table
        + " FOR EACH ROW EXECUTE FUNCTION sabotage_"
        + table
        + "()";
  }
}
