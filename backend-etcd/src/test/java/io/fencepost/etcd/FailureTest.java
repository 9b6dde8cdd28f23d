package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class FailureTest {
  @Test
  void whatEtcdSaid_isFoundInWhatWrapsIt() {
    Throwable wrapped =
        new CompletionException(
            Status.UNAUTHENTICATED
                .withCause(
                    Status.INVALID_ARGUMENT
                        .withDescription(
                            "etcdserver: authentication failed, invalid user ID or password")
                        .asRuntimeException())
                .asRuntimeException());
    assertThat(Failure.of(wrapped))
        .isEqualTo(
            new Failure(
                Failure.Kind.DENIED,
                "INVALID_ARGUMENT: etcdserver: authentication failed, invalid user ID or"
                    + " password"));
  }

  @Test
  void whateverIsNotKnownForSure_isUnclear() {
    for (Status status :
        new Status[] {
          Status.UNAVAILABLE.withDescription("etcdserver: request timed out"),
          Status.UNAVAILABLE.withDescription("etcdserver: leader changed"),
          Status.DEADLINE_EXCEEDED,
          Status.CANCELLED,
          Status.INTERNAL,
          Status.UNKNOWN
        }) {
      Failure failure = Failure.of(status.asRuntimeException());
      assertThat(failure.is(Failure.Kind.UNCLEAR)).as("%s", status).isTrue();
      assertThat(failure.isRefusal()).isFalse();
      assertThat(failure.said()).contains(status.getCode().name());
    }
    assertThat(Failure.of(new IllegalStateException()).is(Failure.Kind.UNCLEAR)).isTrue();
  }
}
