package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobKey;
import org.junit.jupiter.api.Test;

class PathsTest {
  @Test
  void operatorsMayAddToRequests_andToNothingThatHasTheirName() {
    Paths billing = new Paths("billing");
    assertThat(Paths.isOfRequests(billing.job(JobKey.of("close")) + "/requests")).isTrue();

    assertThat(Paths.isOfRequests(billing.job(JobKey.of("requests")))).isFalse();
    assertThat(Paths.isOfRequests(billing.state(JobKey.of("requests")))).isFalse();
    assertThat(Paths.isOfRequests(new Paths("requests").root())).isFalse();
    assertThat(Paths.isOfRequests(billing.nodes() + "/requests")).isFalse();
    assertThat(Paths.isOfRequests(billing.runs(JobKey.of("close")) + "/requests")).isFalse();
  }
}
