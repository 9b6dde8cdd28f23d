package io.fencepost.drill.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.drill.cluster.ZooKeeperEnsemble;
import io.fencepost.drill.history.LedgerChange.CandidateGone;
import io.fencepost.drill.history.LedgerChange.CandidateStood;
import io.fencepost.drill.history.LedgerChange.RunRecorded;
import io.fencepost.drill.history.LedgerChange.StateWritten;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ZooKeeperLogIT {
  private static final String JOB = "/fencepost/test/jobs/settlement";

  @TempDir Path directory;

  @Test
  @SuppressWarnings("try") // The client's close may be interrupted.
  void everyCommittedChange_isThereInOrder_andNothingThatWasRefused() throws Exception {
    try (ZooKeeperEnsemble ensemble =
        ZooKeeperEnsemble.start(ZooKeeperEnsemble.Settings.DEFAULT.withServers(1), directory)) {
      Stat written = new Stat();
      String candidate;
      try (ZooKeeper owner = connect(ensemble);
          ZooKeeper other = connect(ensemble)) {
        for (String parent : List.of("/fencepost", "/fencepost/test", "/fencepost/test/jobs")) {
          create(owner, parent, "", CreateMode.PERSISTENT);
        }
        create(owner, JOB, "", CreateMode.PERSISTENT);
        create(owner, JOB + "/election", "", CreateMode.PERSISTENT);
        create(owner, JOB + "/runs", "", CreateMode.PERSISTENT);
        candidate = create(owner, JOB + "/election/c-", "", CreateMode.EPHEMERAL_SEQUENTIAL);
        other.multi(
            List.of(
                Op.check(candidate, -1),
                Op.create(JOB + "/state", new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT),
                Op.setData(JOB + "/state", "first".getBytes(UTF_8), 0),
                Op.create(
                    JOB + "/runs/1",
                    "run".getBytes(UTF_8),
                    Ids.OPEN_ACL_UNSAFE,
                    CreateMode.PERSISTENT)));
        other.getData(JOB + "/state", false, written);
        refused(other);
      }
      List<LedgerChange> changes =
          new ZooKeeperLog(List.of(ensemble.leader().orElseThrow().data()), "test").read();
      assertThat(changes)
          .containsSubsequence(
              new StateWritten(written.getMzxid(), "settlement", "first"),
              new RunRecorded(written.getMzxid(), "settlement", "run"));
      assertThat(changes.get(0)).isInstanceOf(CandidateStood.class);
      assertThat(changes.get(changes.size() - 1)).isInstanceOf(CandidateGone.class);
      assertThat(changes).hasSize(4);
      assertThat(((CandidateGone) changes.get(3)).candidate()).isEqualTo(candidate);
    }
  }

  private static void refused(ZooKeeper client) throws InterruptedException {
    try {
      client.multi(List.of(Op.setData(JOB + "/state", "never".getBytes(UTF_8), 7)));
      throw new AssertionError("the version was wrong");
    } catch (KeeperException.BadVersionException expected) {
      assertThat(expected.getResults()).hasSize(1);
    } catch (KeeperException e) {
      throw new AssertionError(e);
    }
  }

  private static ZooKeeper connect(ZooKeeperEnsemble ensemble) throws Exception {
    return new ZooKeeper(ensemble.connectString(), 4_000, event -> {});
  }

  private static String create(ZooKeeper client, String path, String data, CreateMode mode)
      throws Exception {
    return client.create(path, data.getBytes(UTF_8), Ids.OPEN_ACL_UNSAFE, mode);
  }
}
