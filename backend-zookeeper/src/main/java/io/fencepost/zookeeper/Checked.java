package io.fencepost.zookeeper;

import java.util.List;
import org.apache.zookeeper.KeeperException.Code;

/** Whether znodes are there, and may be relied on. */
sealed interface Checked {
  /** They are there, and nobody but nodes may change them if there are to be any ACLs. */
  record Good() implements Checked {
    @Override
    public String cause(String doing) {
      return Code.OK + " while " + doing;
    }
  }

  /**
   * A request failed.
   *
   * @param unread the znode whose ACL could not be read; empty if it was another request
   */
  record Failed(Code code, String unread) implements Checked {
    @Override
    public String cause(String doing) {
      return code
          + " while "
          + doing
          + (unread.isEmpty() ? "" : ": the ACL of " + unread + " cannot be read");
    }
  }

  /** Others may change them: what nobody protects proves nothing. */
  record Untrusted(List<Stranger> strangers) implements Checked {
    public Untrusted {
      strangers = List.copyOf(strangers);
    }

    @Override
    public String cause(String doing) {
      return Stranger.describe(strangers);
    }
  }

  /** Who is a node, a node learns by enrolling. */
  record NotEnrolled() implements Checked {
    @Override
    public String cause(String doing) {
      return "this node has not enrolled yet, and does not know who else may write, while " + doing;
    }
  }

  default boolean isGood() {
    return this instanceof Good;
  }

  /** The store cannot be relied on as it is, or refused: not a matter of waiting. */
  default boolean isRefusal() {
    return this instanceof Failed failed ? Answer.failed(failed.code).isRefused() : !isGood();
  }

  /**
   * For people.
   *
   * @param doing what it was for: {@code making the znodes of settlement}
   */
  String cause(String doing);
}
