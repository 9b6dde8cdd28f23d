package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fencepost.FenceToken;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.Scheduler;
import io.fencepost.SchedulerSettings;
import io.fencepost.schedule.FixedRate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The whole engine on the real server. */
class SchedulerOnEtcdTest extends ServerTest {
  private final List<FenceToken> tokens = new CopyOnWriteArrayList<>();
  private final List<String> occurrences = new CopyOnWriteArrayList<>();
  private final List<String> nodes = new CopyOnWriteArrayList<>();

  @Test
  void holderThatLeaves_andHolderThatIsCutOff_areSucceeded_andNothingRunsTwice() throws Exception {
    Scheduler first = opened(scheduler("n1", server.endpoint()));
    first.start();
    awaitRunsOf("n1");
    Scheduler second = opened(scheduler("n2", through(proxy)));
    second.start();
    first.close();
    awaitRunsOf("n2");
    Scheduler third = opened(scheduler("n3", server.endpoint()));
    third.start();
    proxy.swallowAll();
    awaitRunsOf("n3");
    proxy.heal();

    assertThat(tokens).isSorted().doesNotHaveDuplicates();
    assertThat(occurrences).doesNotHaveDuplicates();
  }

  private void awaitRunsOf(String node) {
    int before = nodes.size();
    await()
        .atMost(PATIENCE)
        .until(() -> nodes.subList(before, nodes.size()).stream().filter(node::equals).count() > 2);
  }

  private Scheduler scheduler(String node, String endpoint) {
    Job job =
        run -> {
          nodes.add(run.node());
          tokens.add(run.fence());
          occurrences.add(run.key());
        };
    return Scheduler.builder()
        .settings(
            SchedulerSettings.builder(namespace, node)
                .lease(Duration.ofSeconds(4))
                .drain(Duration.ofSeconds(1))
                .stopGrace(Duration.ofSeconds(1))
                .build())
        .backend(Backends.connect(endpoint, namespace, "request-timeout = 1 s"))
        .job(
            JobDefinition.builder(
                    "settlement", new FixedRate(Instant.EPOCH, Duration.ofMillis(300)))
                .build(),
            job)
        .build();
  }
}
