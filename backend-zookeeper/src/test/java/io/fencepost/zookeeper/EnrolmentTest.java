package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.RecordedHints;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What a node is told that cannot enrol, and what the log says when it can. */
class EnrolmentTest extends ServerTest {
  private static EnrolOutcome.Failed failed(Backend backend) {
    EnrolOutcome outcome =
        reply(backend.enrol(info("n1"), Duration.ofSeconds(2), new RecordedHints()));
    assertThat(outcome).isInstanceOf(EnrolOutcome.Failed.class);
    return (EnrolOutcome.Failed) outcome;
  }

  @Test
  void missingChroot_isNamed_andIsNotAskedForAgainAtOnce() {
    EnrolOutcome.Failed outcome =
        failed(opened(Backends.connect(server.address() + "/none/such", namespace)));

    assertThat(outcome.cause())
        .contains("there is no znode /none/such, the chroot in fencepost.zookeeper.connect");
    assertThat(outcome.waitingCanHelp()).isFalse();
  }

  @Test
  void serversThatDoNotAnswer_areReportedInTheSameWordsEachTime() {
    proxy.swallowAll();
    Backend backend =
        opened(Backends.connect(proxy.address(), namespace, "connection-timeout = 300 ms"));

    EnrolOutcome.Failed first = failed(backend);

    assertThat(first.cause())
        .contains(proxy.address(), "within 300 ms", "it is tried again", "check that the servers");
    assertThat(first.waitingCanHelp()).isTrue();
    assertThat(failed(backend)).isEqualTo(first);
  }

  @Test
  void leaseBelowTheConnectionTimeout_isNothingThatCuratorWarnsOf() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger curator = (Logger) LoggerFactory.getLogger("org.apache.curator");
    Level before = curator.getLevel();
    curator.setLevel(Level.WARN);
    curator.addAppender(log);
    log.start();
    try {
      enrol(direct(), "n1", Duration.ofSeconds(5));
      assertThat(log.list).isEmpty();
    } finally {
      curator.detachAppender(log);
      curator.setLevel(before);
    }
  }
}
