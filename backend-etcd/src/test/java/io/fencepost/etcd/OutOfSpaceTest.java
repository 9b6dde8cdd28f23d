package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.etcd.jetcd.Client;
import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.WithdrawOutcome;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Rejected;
import io.fencepost.spi.WriteOutcome.Unknown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
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
              Unknown.class,
              unknown -> assertThat(unknown.cause()).contains("space exceeded", "alarm disarm"));
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

  @Test
  void writeThatFillsTheStore_isNeverToldAsRefused(@TempDir Path directory) {
    try (EtcdServer server =
            EtcdServer.start(directory, "--quota-backend-bytes", String.valueOf(4 << 20));
        Backend node = Backends.connect(server.endpoint(), "full", "request-timeout = 9 s")) {
      List<WriteOutcome> outcomes = new ArrayList<>();
      while (outcomes.stream().allMatch(Granted.class::isInstance)) {
        List<CompletionStage<WriteOutcome>> atOnce = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          atOnce.add(node.write(firstState("job" + (outcomes.size() + i))));
        }
        atOnce.forEach(write -> outcomes.add(ServerTest.reply(write)));
      }
      // Some of those that are answered with "no space" are there.
      assertThat(outcomes).noneMatch(Rejected.class::isInstance);
    }
  }

  private static LedgerWrite firstState(String job) {
    return new LedgerWrite(
        JobKey.of(job),
        Optional.empty(),
        ServerTest.TERM,
        true,
        OptionalLong.empty(),
        "x".repeat(200_000),
        Optional.empty(),
        List.of());
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
