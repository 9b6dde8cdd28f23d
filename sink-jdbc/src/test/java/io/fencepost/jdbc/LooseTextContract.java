package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FencepostException;
import io.fencepost.jdbc.OnceResult.AlreadyThere;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables that a migration tool has created with another way to compare text than the script's. */
abstract class LooseTextContract extends Contract {
  private final String change;
  private final DataSource loose = server.empty();
  private final JdbcSink careless = JdbcSink.over(isolation.over(loose));

  LooseTextContract(TestServer server, Isolation isolation, String change) throws SQLException {
    super(server, isolation);
    this.change = change;
  }

  @BeforeEach
  void createTables() throws SQLException {
    JdbcSchema.createIfMissing(loose);
    try (Connection connection = loose.getConnection()) {
      TestServer.execute(connection, change);
    }
  }

  @Test
  void aStepThatOnlyLooksLikeAnEarlierOne_isNotTakenForWritten() {
    careless.once(run(5), "a", transaction -> {});

    assertThat(careless.once(run(5), "a", transaction -> {})).isInstanceOf(AlreadyThere.class);
    assertThatThrownBy(() -> careless.once(run(5), "A", transaction -> {}))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("'A'")
        .hasMessageContaining("'a'")
        .hasMessageContaining("JdbcSchema.script");
  }
}
