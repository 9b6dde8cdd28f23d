package io.fencepost.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;

/**
 * Whether nobody but nodes may change znodes that were found, once this node has an identity.
 * Somebody else may have made them, or have been a node once. Thread-safe.
 *
 * <p>What the servers call a session, only they know: they map the names of Kerberos, and take a
 * certificate beside whatever else a client shows. So a node reads back the ACL that they gave its
 * own registration. Who may do everything there is a node.
 */
final class Trust {
  private static final int CHANGING = Perms.WRITE | Perms.CREATE | Perms.DELETE | Perms.ADMIN;

  private final Access access;

  /** Empty until a session has registered. */
  private volatile Set<Id> nodes = Set.of();

  Trust(Access access) {
    this.access = access;
  }

  /**
   * Learns who is a node.
   *
   * @param created the registration's, as this session created it: who may delete and create beside
   *     it could have put another one into its place
   */
  CompletionStage<Checked> learn(Connection connection, String registration, Stat created) {
    if (!access.isRestricted()) {
      return done(new Checked.Good());
    }
    return connection
        .acl(registration)
        .thenApply(
            answer -> {
              if (!answer.isOk()) {
                return new Checked.Failed(answer.code(), registration);
              }
              if (answer.value().stat().getCzxid() != created.getCzxid()) {
                return new Checked.Failed(Code.NONODE, registration);
              }
              nodes =
                  answer.value().entries().stream()
                      .filter(entry -> entry.getPerms() == Perms.ALL)
                      .map(ACL::getId)
                      .collect(Collectors.toUnmodifiableSet());
              return new Checked.Good();
            });
  }

  /** Good if only nodes may change these znodes; one that is not there cannot be changed. */
  CompletionStage<Checked> check(Connection connection, List<String> znodes) {
    if (!access.isRestricted()) {
      return done(new Checked.Good());
    }
    if (nodes.isEmpty()) {
      return done(new Checked.NotEnrolled());
    }
    CompletionStage<Checked> all = done(new Checked.Good());
    for (String path : znodes) {
      all = all.thenCombine(connection.acl(path), (found, acl) -> both(found, of(path, acl)));
    }
    return all;
  }

  private Checked of(String path, Answer<Rights> acl) {
    if (acl.is(Code.NONODE)) {
      return new Checked.Good();
    }
    if (!acl.isOk()) {
      return new Checked.Failed(acl.code(), path);
    }
    List<Stranger> strangers =
        acl.value().entries().stream()
            .filter(entry -> (entry.getPerms() & CHANGING & ~allowed(path, entry.getId())) != 0)
            .map(entry -> new Stranger(path, entry.getId(), entry.getPerms()))
            .toList();
    return strangers.isEmpty() ? new Checked.Good() : new Checked.Untrusted(strangers);
  }

  private int allowed(String path, Id id) {
    return nodes.contains(id) ? Perms.ALL : access.rightsOfOthers(path, id);
  }

  /** A failure leaves open what else there is, so it counts more. */
  private static Checked both(Checked one, Checked other) {
    if (one instanceof Checked.Untrusted first && other instanceof Checked.Untrusted second) {
      List<Stranger> together = new ArrayList<>(first.strangers());
      together.addAll(second.strangers());
      return new Checked.Untrusted(together);
    }
    return one instanceof Checked.Failed || other.isGood() ? one : other;
  }

  private static CompletionStage<Checked> done(Checked checked) {
    return CompletableFuture.completedFuture(checked);
  }
}
