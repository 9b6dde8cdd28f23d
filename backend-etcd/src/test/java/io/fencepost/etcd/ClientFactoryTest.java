package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.ClientBuilder;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClientFactoryTest {
  private final ExecutorService executor = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  private ClientFactory factory() {
    return new ClientFactory(
        SettingsTest.parse("endpoints = \"http://a:1,http://b:2,http://c:3\""), executor);
  }

  @Test
  void idleClient_doesNotPing_andABusyOneNotTooOften() {
    // jetcd#1209, #1075: GOAWAY too_many_pings. etcd allows one in 5 s.
    ClientBuilder builder = factory().configure(0);
    assertThat(builder.keepaliveWithoutCalls()).isFalse();
    assertThat(builder.keepaliveTime()).isGreaterThan(Duration.ofSeconds(5));
  }

  @Test
  void client_retriesNothingByItself() {
    assertThat(factory().configure(0).retryMaxAttempts()).isZero();
  }

  @Test
  void nextClient_beginsWithTheNextMember() {
    ClientFactory factory = factory();
    Set<String> first = new TreeSet<>();
    for (int number = 0; number < 3; number++) {
      first.add(factory.configure(number).target().replaceAll("ip:///([^,]*),.*", "$1"));
    }
    assertThat(first).containsExactly("a:1", "b:2", "c:3");
    assertThat(factory.configure(3).target()).isEqualTo(factory.configure(0).target());
  }
}
