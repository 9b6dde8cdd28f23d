package io.fencepost.etcd;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/**
 * Hands jetcd nothing that it would retry if it were let: of each such request it warns twice that
 * its retries are exceeded, though it has none, and an outage fills the log. The status becomes
 * UNKNOWN, which it is, with the original as its cause, which {@link Failure} reads.
 */
final class NothingToRetry implements ClientInterceptor {
  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    ClientCall<Q, A> call = next.newCall(method, options);
    return method.getType() == MethodDescriptor.MethodType.UNARY ? new Unary<>(call) : call;
  }

  private static final class Unary<Q, A> extends SimpleForwardingClientCall<Q, A> {
    Unary(ClientCall<Q, A> call) {
      super(call);
    }

    @Override
    public void start(Listener<A> listener, Metadata headers) {
      super.start(
          new SimpleForwardingClientCallListener<A>(listener) {
            @Override
            public void onClose(Status status, Metadata trailers) {
              super.onClose(isRetryable(status) ? unknown(status) : status, trailers);
            }
          },
          headers);
    }
  }

  /** A token that is over comes without a cause, and must stay: jetcd then fetches another. */
  private static boolean isRetryable(Status status) {
    return switch (status.getCode()) {
      case UNAVAILABLE -> true;
      case UNAUTHENTICATED -> status.getCause() != null;
      default -> false;
    };
  }

  private static Status unknown(Status status) {
    return Status.UNKNOWN
        .withDescription(status.getDescription())
        .withCause(status.asRuntimeException());
  }
}
