package io.fencepost.etcd;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Why a request has no result.
 *
 * @param said by etcd or its client
 */
record Failure(Kind kind, String said) {
  private static final int DEEPEST_CAUSE = 10;

  enum Kind {
    /** etcd answered: there is no such lease. */
    NO_LEASE,
    /**
     * etcd answered: it is out of space. It may have carried the request out all the same: the
     * quota is looked at again when a request that was let in is applied, and then only the answer
     * fails.
     */
    NO_SPACE,
    /** etcd answered: not this user. It did nothing. */
    DENIED,
    /** etcd or the client answered: the request is too large. It did nothing. */
    TOO_LARGE,
    /** etcd answered: the user must authenticate again. It did nothing. */
    TOKEN_OVER,
    /** No answer, or one that leaves open whether the request was or will be carried out. */
    UNCLEAR
  }

  static Failure unclear(String said) {
    return new Failure(Kind.UNCLEAR, said);
  }

  /**
   * jetcd hands errors on as they come or wrapped, and those of authenticating as the cause of
   * another, so all of them are read, the innermost first.
   */
  static Failure of(Throwable error) {
    List<String> texts = new ArrayList<>();
    Throwable cause = error;
    Status status = Status.fromThrowable(error);
    for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
      texts.add(0, String.valueOf(cause.getMessage()));
      status = cause instanceof StatusRuntimeException inner ? inner.getStatus() : status;
      cause = cause.getCause();
    }
    for (String text : texts) {
      Kind kind = kind(text.toLowerCase(Locale.ROOT));
      if (kind != Kind.UNCLEAR) {
        return new Failure(kind, text);
      }
    }
    String said = texts.get(0);
    return unclear(said.contains(status.getCode().name()) ? said : status.getCode() + ": " + said);
  }

  private static Kind kind(String text) {
    if (text.contains("requested lease not found")) {
      return Kind.NO_LEASE;
    }
    if (text.contains("database space exceeded")) {
      return Kind.NO_SPACE;
    }
    if (text.contains("invalid auth token") || text.contains("auth store is old")) {
      return Kind.TOKEN_OVER;
    }
    if (text.contains("permission denied")
        || text.contains("authentication failed")
        || text.contains("authentication is not enabled")
        || text.contains("user name is empty")) {
      return Kind.DENIED;
    }
    return text.contains("request is too large")
            || text.contains("too many operations")
            || text.contains("message larger than max")
        ? Kind.TOO_LARGE
        : Kind.UNCLEAR;
  }

  boolean is(Kind other) {
    return kind == other;
  }

  /** Whether these are etcd's own words, not those of its client. */
  boolean isOfEtcd() {
    return said.contains("etcdserver:");
  }

  /** Whether etcd refused it for good, as long as nobody does something about it. */
  boolean isRefusal() {
    return switch (kind) {
      case DENIED, TOO_LARGE -> true;
      case NO_SPACE, NO_LEASE, TOKEN_OVER, UNCLEAR -> false;
    };
  }

  /** For people: {@code etcdserver: permission denied while writing the state of settlement}. */
  String cause(String doing) {
    return said + " while " + doing + advice();
  }

  private String advice() {
    return switch (kind) {
      case NO_SPACE ->
          ": compact and defragment etcd or raise its quota, then disarm its alarm (etcdctl alarm"
              + " disarm)";
      case DENIED ->
          ": check fencepost.etcd.user and its password, and that its role may read and write"
              + " everything below <fencepost.etcd.prefix>/fencepost/<fencepost.namespace>/";
      case TOO_LARGE -> ": compare fencepost.etcd.max-request-size with etcd's --max-request-bytes";
      case NO_LEASE, TOKEN_OVER, UNCLEAR -> "";
    };
  }
}
