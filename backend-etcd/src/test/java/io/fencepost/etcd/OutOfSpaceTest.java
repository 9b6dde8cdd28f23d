package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.etcd.jetcd.Client;
import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.WithdrawOutcome;
import io.fencepost.spi.WriteOutcome.Reason;
import io.fencepost.spi.WriteOutcome.Rejected;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Puts fail while leases are renewed: a leader that cannot claim must be able to say so. */
class OutOfSpaceTest {
  private static final JobKey JOB = JobKey.of("settlement");

  @Test
  void fullStore_refusesClaims_saysSo_andGoesOnRenewing(@TempDir Path directory) {
    try (EtcdServer server =
            EtcdServer.start(directory, "--quota-backend-bytes", String.valueOf(2 << 20));
        Backend node = Backends.connect(server.endpoint(), "full")) {
      Session session = ServerTest.enrol(node, "n1", ServerTest.LONG_LEASE);
      Candidate candidate = ServerTest.stand(session, ServerTest.A);
      fill(server);

      assertThat(
              ServerTest.reply(node.write(ServerTest.claim(candidate, OptionalLong.empty(), "x"))))
          .isInstanceOfSatisfying(
              Rejected.class,
              rejected -> {
                assertThat(rejected.reason()).isEqualTo(Reason.CANNOT_WRITE);
                assertThat(rejected.detail()).contains("space exceeded", "alarm disarm");
              });
      assertThat(ServerTest.reply(session.renew(ServerTest.HEARTBEAT)))
          .isInstanceOf(RenewOutcome.Renewed.class);
      assertThat(ServerTest.reply(session.look(candidate))).isEqualTo(new QueueOutcome.First());
      assertThat(ServerTest.reply(session.withdraw(JOB))).isEqualTo(new WithdrawOutcome.Done());
      assertThat(
              ServerTest.reply(
                  node.enrol(ServerTest.info("n2"), ServerTest.LONG_LEASE, new RecordedHints())))
          .isInstanceOfSatisfying(
              EnrolOutcome.Failed.class,
              failed -> {
                assertThat(failed.waitingCanHelp()).isTrue();
                assertThat(failed.cause()).contains("space exceeded");
              });
    }
  }

  private static void fill(EtcdServer server) {
    try (Client raw = Client.builder().endpoints(server.endpoint()).build()) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 20; i++) {
                  raw.getKVClient()
                      .put(Keys.bytes("/filler/" + i), Keys.bytes("x".repeat(1 << 20)))
                      .join();
                }
              })
          .hasMessageContaining("space exceeded");
    }
  }
}
