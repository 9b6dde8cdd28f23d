package io.fencepost.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Makes jetcd clients. Thread-safe. */
final class ClientFactory {
  /**
   * gRPC takes nothing shorter, and etcd hangs up on a client that pings more than twice as often.
   */
  private static final Duration PING = Duration.ofSeconds(10);

  private static final int LARGEST_ANSWER = 32 << 20;

  private final Settings settings;
  private final ExecutorService executor;

  /** In an order of this node's own, so that not all nodes use the first member. */
  private final List<URI> endpoints;

  ClientFactory(Settings settings, ExecutorService executor) {
    this.settings = settings;
    this.executor = executor;
    this.endpoints = new ArrayList<>(settings.endpoints());
    Collections.shuffle(endpoints);
  }

  /**
   * A client that starts with another member for each number. May take a second the first time.
   *
   * <p>It uses one member at a time: with requests spread over all, one member that is cut off
   * would fail its share of them for as long as nobody notices.
   */
  Client build(int number) {
    return configure(number).build();
  }

  ClientBuilder configure(int number) {
    List<URI> rotated = new ArrayList<>(endpoints);
    Collections.rotate(rotated, -number);
    ClientBuilder builder = Client.builder();
    settings.tls().flatMap(Tls::authority).ifPresent(builder::authority);
    builder
        .endpoints(rotated)
        .loadBalancerPolicy("pick_first")
        .executorService(executor)
        .interceptor(new Deadlines(settings.requestTimeout()), new NothingToRetry())
        .connectTimeout(settings.requestTimeout())
        .keepaliveTime(PING)
        .keepaliveTimeout(settings.requestTimeout())
        .keepaliveWithoutCalls(false)
        .maxInboundMessageSize(LARGEST_ANSWER)
        // A request that failed is the caller's to send again, who knows what it means.
        .retryMaxAttempts(0);
    settings.tls().ifPresent(tls -> builder.sslContext(tls.context()));
    settings
        .login()
        .ifPresent(
            login -> builder.user(Keys.bytes(login.user())).password(Keys.bytes(login.password())));
    return builder;
  }

  /** jetcd sets no deadline. Watches, which last, get none here. */
  private record Deadlines(Duration patience) implements ClientInterceptor {
    private static final String RENEWAL = "etcdserverpb.Lease/LeaseKeepAlive";

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      boolean lasts =
          method.getType() != MethodDescriptor.MethodType.UNARY
              && !method.getFullMethodName().equals(RENEWAL);
      return next.newCall(
          method,
          lasts || options.getDeadline() != null
              ? options
              : options.withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS));
    }
  }
}
