package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A store that does not let the node in. */
class EngineEnrolmentTest extends EngineScene {
  private int enrolments;
  private boolean refuses = true;

  private TestCluster.Node startWithoutStore() {
    cluster.network =
        store ->
            (Backend)
                Proxy.newProxyInstance(
                    Backend.class.getClassLoader(),
                    new Class<?>[] {Backend.class},
                    (proxy, method, arguments) -> {
                      if (method.getName().equals("enrol") && refuses) {
                        enrolments++;
                        return CompletableFuture.completedFuture(
                            new EnrolOutcome.Failed("no quorum", true));
                      }
                      return method.invoke(store, arguments);
                    });
    return cluster.start("n1", everyTenSeconds().build(), handler);
  }

  @Test
  void storeThatRefuses_isAskedLessAndLessOften() {
    startWithoutStore();
    cluster.advance(Duration.ofMinutes(1));
    assertThat(enrolments).isBetween(10, 30);
  }

  @Test
  void storeThatRefuses_isReportedOnce_andAgainFromTimeToTime() {
    TestCluster.Node node = startWithoutStore();
    cluster.advance(Duration.ofMinutes(4));
    assertThat(node.seen(SchedulerEvent.NodeDegraded.class)).hasSize(1);

    cluster.advance(Duration.ofMinutes(3));

    List<SchedulerEvent.NodeDegraded> seen = node.seen(SchedulerEvent.NodeDegraded.class);
    assertThat(seen).hasSize(2);
    assertThat(seen.get(1).reason()).contains("no quorum (for 5 min");
  }

  @Test
  void storeThatLetsTheNodeInAgain_isNotKeptWaiting() {
    startWithoutStore();
    cluster.advance(Duration.ofMinutes(1));
    refuses = false;
    cluster.advance(Duration.ofSeconds(5));
    assertThat(cluster.leaders()).hasSize(1);
  }
}
