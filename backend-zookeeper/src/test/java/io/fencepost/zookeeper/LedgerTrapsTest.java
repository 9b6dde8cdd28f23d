package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.StoredState;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Reason;
import io.fencepost.spi.WriteOutcome.Rejected;
import io.fencepost.spi.WriteOutcome.Unknown;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;

/** What is known to go wrong with ZooKeeper and its clients: transactions and tokens. */
class LedgerTrapsTest extends ServerTest {
  @Test
  void firstClaimsToken_isTheZxidOfItsTransaction() throws Exception {
    Backend node = direct();
    Candidate candidate = stand(enrol(node, "n1", LEASE.multipliedBy(5)), A);
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
    assertThat(stat(paths.run(JOB, 0)).getCzxid()).isEqualTo(claim.token());
    assertThat(stat(paths.state(JOB)).getMzxid()).isEqualTo(claim.token());
    assertThat(stat(paths.definition(JOB)).getMzxid()).isEqualTo(claim.token());
  }

  @Test
  void refusedTransactions_useUpZxids_soTokensHaveGaps() {
    Backend node = direct();
    Granted first = granted(node, write(OptionalLong.empty(), "a"));
    for (int i = 0; i < 3; i++) {
      assertThat(reply(node.write(write(OptionalLong.empty(), "x")))).isInstanceOf(Rejected.class);
    }
    Granted second = granted(node, write(OptionalLong.of(first.version()), "b"));
    assertThat(second.token()).isGreaterThanOrEqualTo(first.token() + 4);
    assertThat(second.version()).isEqualTo(first.version() + 1);
  }

  @Test
  void lostReplyOfAClaim_isUnknown_andItsReissueShowsThatItWasGranted() throws Exception {
    Backend node = proxied();
    Candidate candidate = stand(enrol(node, "n1", Duration.ofSeconds(6)), A);
    Granted office = granted(node, write(OptionalLong.empty(), "office"));
    LedgerWrite claim =
        new LedgerWrite(
            JOB,
            Optional.of(candidate),
            TERM,
            false,
            OptionalLong.of(office.version()),
            "{\"nonce\":\"mine\"}",
            Optional.empty(),
            List.of());
    proxy.swallowReplies();
    assertThat(reply(node.write(claim))).isInstanceOf(Unknown.class);
    proxy.heal();
    WriteOutcome again = untilDecided(() -> node.write(claim));
    assertThat(again)
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.STATE_CHANGED));
    StoredState state = ((ReadOutcome.Read) reply(node.read(JOB))).state().orElseThrow();
    assertThat(state.json()).isEqualTo("{\"nonce\":\"mine\"}");
    assertThat(state.token()).isEqualTo(stat(paths.state(JOB)).getMzxid());
  }

  @Test
  void finish_isRejected_whenTheJobWasDeleted_andDataVersionsRepeat() throws Exception {
    Backend node = direct();
    Granted office = granted(node, write(A, true, OptionalLong.empty(), "office of a"));
    Granted claim = granted(node, write(A, false, OptionalLong.of(office.version()), "claim of a"));
    ZKUtil.deleteRecursive(raw, paths.job(JOB));
    Backend other = direct();
    Granted otherOffice = granted(other, write(B, true, OptionalLong.empty(), "office of b"));
    Granted otherClaim =
        granted(other, write(B, false, OptionalLong.of(otherOffice.version()), "claim of b"));
    assertThat(otherClaim.version()).isEqualTo(claim.version());
    assertThat(reply(node.write(write(A, false, OptionalLong.of(claim.version()), "finish of a"))))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.STATE_CHANGED));
    granted(other, write(B, false, OptionalLong.of(otherClaim.version()), "finish of b"));
  }

  @Test
  void oneTerm_isInOffice_alsoAfterARestoreThatLeftMore() throws Exception {
    Backend node = direct();
    granted(node, write(A, true, OptionalLong.empty(), "a"));
    raw.create(
        paths.term(JOB, TERM), new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    granted(node, write(B, true, OptionalLong.of(1), "b"));
    assertThat(raw.getChildren(paths.office(JOB), false)).containsExactly(B);
  }

  @Test
  void ledger_isReachedWithoutTheSessionThatWasClosed() {
    Backend node = direct();
    enrol(node, "n1", LEASE).close();
    granted(node, write(OptionalLong.empty(), "a"));
  }

  @Test
  void missingPermission_isARefusal_notAnUnknown() throws Exception {
    Backend node = direct();
    Granted first = granted(node, write(OptionalLong.empty(), "a"));
    raw.setACL(paths.state(JOB), ZooDefs.Ids.READ_ACL_UNSAFE, -1);
    assertThat(reply(node.write(write(OptionalLong.of(first.version()), "b"))))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.CANNOT_WRITE));
  }

  @Test
  void expectedVersionMinusOne_doesNotMeanAny() {
    Backend node = direct();
    granted(node, write(OptionalLong.empty(), "a"));
    for (long version : new long[] {-1, 0, 1L << 32}) {
      assertThat(reply(node.write(write(OptionalLong.of(version), "x"))))
          .isInstanceOf(Rejected.class);
    }
  }

  @Test
  void deletedParents_areMadeAgain() throws Exception {
    Backend node = direct();
    Granted first = granted(node, write(OptionalLong.empty(), "a"));
    for (String znode : List.of("requests", "definition", "state", "runs", "election")) {
      raw.delete(paths.job(JOB) + "/" + znode, -1);
    }
    assertThat(reply(node.write(write(OptionalLong.of(first.version()), "b"))))
        .isNotInstanceOf(Granted.class);
    granted(node, write(OptionalLong.empty(), "c"));
  }

  private static WriteOutcome untilDecided(Supplier<CompletionStage<WriteOutcome>> write) {
    return await()
        .atMost(PATIENCE)
        .until(() -> reply(write.get()), outcome -> !(outcome instanceof Unknown));
  }
}
