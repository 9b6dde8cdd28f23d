package io.fencepost.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.KeeperException.Code;

/** Finds znodes that anybody may change although this node has an identity. */
final class OpenZnodes {
  private OpenZnodes() {}

  /** Those of the paths that anybody may change; what is not there is not open. */
  static CompletionStage<Answer<List<String>>> among(Connection connection, List<String> paths) {
    CompletionStage<Answer<List<String>>> all =
        CompletableFuture.completedFuture(new Answer<>(Code.OK, List.of()));
    for (String path : paths) {
      all =
          all.thenCombine(
              connection.acl(path),
              (found, acl) -> {
                if (!found.isOk() || acl.is(Code.NONODE)) {
                  return found;
                }
                if (!acl.isOk()) {
                  return Answer.failed(acl.code());
                }
                return Access.isOpen(acl.value()) ? plus(found, path) : found;
              });
    }
    return all;
  }

  private static Answer<List<String>> plus(Answer<List<String>> found, String path) {
    List<String> more = new ArrayList<>(found.value());
    more.add(path);
    return new Answer<>(Code.OK, List.copyOf(more));
  }
}
