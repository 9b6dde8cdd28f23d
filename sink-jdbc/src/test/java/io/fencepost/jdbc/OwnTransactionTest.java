package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OwnTransactionTest {
  private static final Limits LIMITS =
      new Limits(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3));

  private final H2Server server = new H2Server();
  private final List<String> calls = new ArrayList<>();
  private String failing = "";

  /** A connection whose {@link #failing} throws; what could do harm then is recorded. */
  private Connection connection() throws SQLException {
    Connection real = server.dataSource().getConnection();
    real.setAutoCommit(false);
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> {
              calls.add(method.getName());
              if (method.getName().equals(failing)) {
                throw Faults.connectionLost();
              }
              // It came in autocommit mode.
              boolean asked = method.getName().equals("getAutoCommit");
              return asked ? true : method.invoke(real, args);
            });
  }

  private OwnTransaction begun() throws SQLException {
    OwnTransaction transaction =
        OwnTransaction.begin(connection(), () -> Database.of(Dialect.H2), LIMITS);
    calls.clear();
    return transaction;
  }

  @Test
  void aConnectionThatDoesNotRollBack_isBrokenAndNotPutIntoAutocommit() throws SQLException {
    OwnTransaction transaction = begun();
    failing = "rollback";

    transaction.close();

    // Turning autocommit on would commit what the failed rollback left open.
    assertThat(calls).containsExactly("rollback", "abort", "close");
  }

  @Test
  void aCommitInDoubt_breaksTheConnection() throws SQLException {
    OwnTransaction transaction = begun();
    failing = "commit";

    assertThatThrownBy(transaction::commit).isInstanceOf(SQLException.class);
    transaction.close();

    assertThat(calls).containsExactly("commit", "abort", "close");
  }

  @Test
  void aConnectionThatCannotBegin_isClosed() throws SQLException {
    Connection connection = connection();
    failing = "createStatement";

    assertThatThrownBy(
            () -> OwnTransaction.begin(connection, () -> Database.of(Dialect.H2), LIMITS))
        .isInstanceOf(SQLException.class);

    assertThat(calls).endsWith("abort", "close");
  }
}
