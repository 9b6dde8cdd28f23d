package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FencepostException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** For servers that end an idle transaction themselves. */
abstract class PausedHolderContract extends Contract {
  PausedHolderContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  @Test
  void aHolderPausedInItsTransaction_losesTheGuardToItsSuccessor() throws Exception {
    JdbcSink impatient =
        JdbcSink.builder(dataSource)
            .lease(Duration.ofSeconds(30))
            .idleTimeout(Duration.ofSeconds(1))
            .build();
    CountDownLatch paused = new CountDownLatch(1);
    CountDownLatch resumed = new CountDownLatch(1);
    Future<OnceResult> holder =
        start(
            () ->
                impatient.once(
                    run(5),
                    transaction -> {
                      Payments.insert(transaction, job, 1);
                      paused.countDown();
                      resumed.await();
                    }));
    paused.await();

    impatient.seal(run(9));
    resumed.countDown();

    assertThatThrownBy(() -> outcome(holder)).hasCauseInstanceOf(FencepostException.class);
    assertThat(payments.of(job)).isEmpty();
  }
}
