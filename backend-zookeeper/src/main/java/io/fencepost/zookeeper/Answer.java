package io.fencepost.zookeeper;

import static java.util.Objects.requireNonNull;

import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/** What ZooKeeper, or its client, answered to one request. */
record Answer<T>(Code code, @Nullable T orNull) {
  static <T> Answer<T> of(int code, @Nullable T value) {
    Code known = Code.get(code);
    return new Answer<>(known == null ? Code.SYSTEMERROR : known, value);
  }

  static <T> Answer<T> failed(Code code) {
    return new Answer<>(code, null);
  }

  boolean isOk() {
    return code == Code.OK;
  }

  /**
   * @throws NullPointerException unless it is OK
   */
  T value() {
    return requireNonNull(orNull, "no value");
  }

  boolean is(Code other) {
    return code == other;
  }

  /** Whether the request was answered by a server, so that it is not under way any more. */
  boolean isDecided() {
    return switch (code) {
      case OK, NONODE, NODEEXISTS, BADVERSION, NOTEMPTY, NOCHILDRENFOREPHEMERALS -> true;
      default -> isRefused();
    };
  }

  /** Created, by this request or another one. */
  boolean isThere() {
    return code == Code.OK || code == Code.NODEEXISTS;
  }

  /** The store cannot do it now, and did not. */
  boolean isRefused() {
    return switch (code) {
      case NOAUTH, INVALIDACL, AUTHFAILED, QUOTAEXCEEDED, NOTREADONLY -> true;
      default -> false;
    };
  }

  /** For people: {@code CONNECTIONLOSS while writing the state of settlement}. */
  String cause(String doing) {
    return code + " while " + doing;
  }
}
