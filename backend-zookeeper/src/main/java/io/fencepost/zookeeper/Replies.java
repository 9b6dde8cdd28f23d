package io.fencepost.zookeeper;

import java.util.Locale;
import org.apache.zookeeper.KeeperException.Code;

/** What ZooKeeper's result codes mean. */
final class Replies {
  private Replies() {}

  /** The request was not applied, and never will be, because the session it was made in is over. */
  static boolean sessionIsOver(Code code) {
    return code == Code.SESSIONEXPIRED || code == Code.AUTHFAILED;
  }

  /** The server answered that it will not do this, whatever the state of the data. */
  static boolean cannotWrite(Code code) {
    return switch (code) {
      case NOAUTH,
          INVALIDACL,
          BADARGUMENTS,
          MARSHALLINGERROR,
          UNIMPLEMENTED,
          QUOTAEXCEEDED,
          NOTREADONLY ->
          true;
      default -> false;
    };
  }

  static String text(Code code) {
    return code.name().toLowerCase(Locale.ROOT) + " (" + code.intValue() + ")";
  }
}
