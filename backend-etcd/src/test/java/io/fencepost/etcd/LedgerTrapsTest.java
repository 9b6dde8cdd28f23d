package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.KeyValue;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.StoredState;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Reason;
import io.fencepost.spi.WriteOutcome.Rejected;
import io.fencepost.spi.WriteOutcome.Unknown;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is known to go wrong with etcd and its clients: transactions and tokens. */
class LedgerTrapsTest extends ServerTest {
  @Test
  void token_isTheRevisionOfItsTransaction() {
    Backend node = direct();
    Candidate candidate = stand(enrol(node, "n1", LONG_LEASE), A);
    Granted claim =
        granted(
            node,
            new LedgerWrite(
                JOB,
                Optional.of(candidate),
                TERM,
                true,
                OptionalLong.empty(),
                "claim",
                Optional.of("definition"),
                List.of(new RunEntry(0, "run"))));
    for (String key : List.of(keys.state(JOB), keys.definition(JOB), keys.run(JOB, 0))) {
      assertThat(stored(key)).extracting(KeyValue::getModRevision).containsExactly(claim.token());
    }
    assertThat(claim.version()).isEqualTo(claim.token());
  }

  @Test
  void revisionInARefusalsHeader_isNoToken() {
    Backend node = direct();
    Granted first = granted(node, write(OptionalLong.empty(), "a"));
    granted(node, write(OptionalLong.of(first.version()), "b"));
    assertThat(reply(node.write(write(OptionalLong.of(first.version()), "x"))))
        .isInstanceOf(Rejected.class);
    StoredState state = ((ReadOutcome.Read) reply(node.read(JOB))).state().orElseThrow();
    assertThat(state.token()).isEqualTo(stored(keys.state(JOB)).get(0).getModRevision());
    assertThat(state.json()).isEqualTo("b");
  }

  @Test
  void lostReplyOfAClaim_isUnknown_andItsReissueShowsThatItWasGranted() {
    Backend node = proxied();
    Candidate candidate = stand(enrol(node, "n1", LONG_LEASE), A);
    LedgerWrite claim = claim(candidate, OptionalLong.empty(), "{\"nonce\":\"mine\"}");
    reply(node.read(JOB));
    proxy.swallowReplies();
    assertThat(reply(node.write(claim))).isInstanceOf(Unknown.class);
    proxy.heal();
    assertThat(untilDecided(() -> node.write(claim)))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.STATE_CHANGED));
    StoredState state = ((ReadOutcome.Read) reply(node.read(JOB))).state().orElseThrow();
    assertThat(state.json()).isEqualTo("{\"nonce\":\"mine\"}");
    assertThat(state.token()).isEqualTo(stored(keys.state(JOB)).get(0).getModRevision());
  }

  @Test
  void leaseThatADeposedLeaderRevoked_takesTheClaimWithIt_thoughItWasJustRenewed() {
    Backend node = direct();
    Session session = enrol(node, "n1", LONG_LEASE);
    Candidate candidate = stand(session, A);
    reply(session.renew(HEARTBEAT));
    reply(raw.getLeaseClient().revoke(leaseOf(session)));
    assertThat(reply(node.write(claim(candidate, OptionalLong.empty(), "x"))))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.CANDIDATE_GONE));
    assertThat(stored(keys.state(JOB))).isEmpty();
  }

  @Test
  void candidateThatWasPutAgain_isNotTheOneThatClaims() {
    Backend node = direct();
    Session session = enrol(node, "n1", LONG_LEASE);
    Candidate before = stand(session, A);
    reply(session.withdraw(JOB));
    Candidate after = stand(session, B);
    assertThat(after.path()).isEqualTo(before.path());
    assertThat(reply(node.write(claim(before, OptionalLong.empty(), "x"))))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.CANDIDATE_GONE));
    granted(node, claim(after, OptionalLong.empty(), "a"));
  }

  @Test
  void moreThan128Operations_areRefused_notSent() {
    Backend node = direct();
    Granted first =
        granted(
            node,
            write(
                OptionalLong.empty(),
                "a",
                LongStream.range(0, 126).mapToObj(LedgerTrapsTest::run).toArray(RunEntry[]::new)));
    assertThat(
            reply(
                node.write(
                    write(
                        OptionalLong.of(first.version()),
                        "x",
                        LongStream.range(200, 327)
                            .mapToObj(LedgerTrapsTest::run)
                            .toArray(RunEntry[]::new)))))
        .isEqualTo(
            new Rejected(
                Reason.CANNOT_WRITE, "the transaction has 129 operations, etcd allows 128"));
  }

  @Test
  void manyRuns_areListedInPages_andTrimmedByOneDeletion() {
    Backend node = direct();
    OptionalLong version = OptionalLong.empty();
    for (int batch = 0; batch < 3; batch++) {
      RunEntry[] runs =
          LongStream.range(batch * 100L, (batch + 1) * 100L)
              .mapToObj(LedgerTrapsTest::run)
              .toArray(RunEntry[]::new);
      version = OptionalLong.of(granted(node, write(version, "s", runs)).version());
    }
    assertThat(((RunsOutcome.Listed) reply(node.runs(JOB))).runs())
        .isEqualTo(LongStream.range(0, 300).mapToObj(LedgerTrapsTest::run).toList());
    long before = revision();
    reply(node.trimRuns(JOB, TERM, 290));
    assertThat(revision()).isEqualTo(before + 1);
    assertThat(((RunsOutcome.Listed) reply(node.runs(JOB))).runs()).hasSize(10);
  }

  @Test
  void requestBeyondEtcdsLimit_isRefusedNotSent_andTheOneBelowIsTaken() {
    Backend node = direct();
    Granted first = granted(node, write(OptionalLong.empty(), "x".repeat((1536 << 10) - 1024)));
    assertThat(reply(node.write(write(OptionalLong.of(first.version()), "x".repeat(1536 << 10)))))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(Reason.CANNOT_WRITE);
              assertThat(rejected.detail()).contains("bytes, allowed are", "max-request-size");
            });
  }

  @Test
  void requestBeyondTheServersOwnLimit_isARefusal() {
    Backend node =
        opened(Backends.connect(server.endpoint(), namespace, "max-request-size = 10 MiB"));
    for (int size : new int[] {1_700_000, 5_000_000}) {
      assertThat(reply(node.write(write(OptionalLong.empty(), "x".repeat(size)))))
          .isInstanceOfSatisfying(
              Rejected.class,
              rejected -> {
                assertThat(rejected.reason()).isEqualTo(Reason.CANNOT_WRITE);
                assertThat(rejected.detail()).contains("--max-request-bytes");
              });
    }
  }

  @Test
  void ledger_isReachedWithoutTheSessionThatWasClosed() {
    Backend node = direct();
    enrol(node, "n1", LEASE).close();
    granted(node, write(OptionalLong.empty(), "a"));
  }

  private static RunEntry run(long number) {
    return new RunEntry(number, "run " + number);
  }

  private static LedgerWrite write(OptionalLong version, String state, RunEntry... runs) {
    return new LedgerWrite(
        JOB,
        Optional.empty(),
        TERM,
        version.isEmpty(),
        version,
        state,
        Optional.empty(),
        List.of(runs));
  }

  private static long revision() {
    return reply(raw.getKVClient().get(Keys.bytes("/"))).getHeader().getRevision();
  }

  private static WriteOutcome untilDecided(Supplier<CompletionStage<WriteOutcome>> write) {
    return await()
        .atMost(PATIENCE)
        .until(() -> reply(write.get()), outcome -> !(outcome instanceof Unknown));
  }
}
