package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WriteOutcome;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody but nodes may change what is there, whoever made it. */
class AclTest extends SecuredServerTest {
  private static final String NODE = DIGEST + "right }";
  private static final Id NODE_ID = digest("fencepost:right");
  private static final String OTHER = "identity { scheme = digest, user = other, password = o }";
  private static final Id OTHER_ID = digest("other:o");
  private static final Id MALLORY = digest("mallory:m");
  private static final Id OPERATOR = digest("ops:o");
  private static final Id ANY_ADDRESS = new Id("ip", "0.0.0.0/0");

  // The namespace ------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(ints = {Perms.WRITE, Perms.CREATE, Perms.DELETE, Perms.ADMIN})
  void strangerWithAnyRightToChange_isNamed_andTheNamespaceRefused(int right) throws Exception {
    enrolled(node(server.plain(), NODE), "n1");
    owner().setACL(paths.nodes(), nodesAnd(MALLORY, right), -1);
    assertThat(notEnrolled(NODE))
        .contains(
            name(MALLORY) + " may change [" + paths.nodes() + "]",
            "(it has " + ZKUtil.getPermString(right) + ")",
            "set the ACLs of these znodes, or list in fencepost.zookeeper.access.nodes");
  }

  @Test
  void namespaceThatAnyAddressMayChange_isRefused() throws Exception {
    enrolled(node(server.plain(), NODE), "n1");
    owner().setACL(paths.root(), nodesAnd(ANY_ADDRESS, Perms.ALL), -1);
    assertThat(notEnrolled(NODE))
        .contains("ip:0.0.0.0/0 may change [" + paths.root() + "] (it has cdrwa)", "set the ACLs")
        .doesNotContain("access.nodes");
  }

  @Test
  void strangerWhoMayOnlyRead_isNoDanger() throws Exception {
    enrolled(node(server.plain(), NODE), "n1");
    for (String path : namespaceZnodes()) {
      owner().setACL(path, nodesAnd(Ids.ANYONE_ID_UNSAFE, Perms.READ), -1);
    }
    enrolled(node(server.plain(), NODE), "n2");
  }

  @Test
  void strangerWhoMadeTheNamespaceFirst_isNamed_thoughHeLetsNodesDoEverything() throws Exception {
    String chroot = chrootWithOpenFencepost();
    ZooKeeper mallory = client(chroot, "mallory:m");
    for (String path : namespaceZnodes()) {
      make(mallory, path, nodesAnd(MALLORY, Perms.ALL));
    }
    EnrolOutcome.Failed failed = refusedEnrolment(node(chroot, NODE));
    assertThat(failed.cause())
        .contains(name(MALLORY) + " may change " + namespaceZnodes() + " (it has cdrwa)");
    assertThat(failed.waitingCanHelp()).isFalse();
  }

  @Test
  void strangerWhoMadeTheNamespaceForHimself_isMetByARefusal() throws Exception {
    String chroot = chrootWithOpenFencepost();
    make(client(chroot, "mallory:m"), paths.root(), Ids.CREATOR_ALL_ACL);
    EnrolOutcome.Failed failed = refusedEnrolment(node(chroot, NODE));
    assertThat(failed.cause()).contains("NOAUTH", "digest:fencepost is not allowed to");
    assertThat(failed.waitingCanHelp()).isFalse();
  }

  @Test
  void fencepostThatAStrangerOwns_isMetByARefusal() throws Exception {
    String chroot = "/" + namespace;
    make(owner(), chroot, Ids.OPEN_ACL_UNSAFE);
    make(client(server.plain(), "mallory:m"), chroot + "/fencepost", Ids.CREATOR_ALL_ACL);
    EnrolOutcome.Failed failed = refusedEnrolment(node(server.plain() + chroot, NODE));
    assertThat(failed.cause()).contains("NOAUTH", "digest:fencepost is not allowed to");
    assertThat(failed.waitingCanHelp()).isFalse();
  }

  @Test
  void aclThatMayNotBeRead_isNamed() throws Exception {
    enrolled(node(server.plain(), NODE), "n1");
    owner().setACL(paths.root(), acl(new ACL(Perms.ALL, MALLORY)), -1);
    assertThat(notEnrolled(NODE))
        .contains(
            "NOAUTH while checking who may change " + paths.root(),
            "the ACL of " + paths.root() + " cannot be read",
            "digest:fencepost is not allowed to");
  }

  @Test
  void hashThatIsHiddenFromTheNode_isExplained() throws Exception {
    enrolled(node(server.plain(), NODE), "n1");
    List<ACL> allButAdmin = acl(new ACL(Perms.ALL & ~Perms.ADMIN, NODE_ID));
    owner().setACL(paths.nodes(), allButAdmin, -1);
    assertThat(notEnrolled(NODE))
        .contains("digest:fencepost:x may change [" + paths.nodes() + "] (it has cdrw)")
        .contains("hidden from this node, which has no ADMIN right there");
  }

  @Test
  void manyStrangers_doNotFillTheLog() throws Exception {
    enrolled(node(server.plain(), NODE), "n1");
    List<ACL> acl = new ArrayList<>(Ids.CREATOR_ALL_ACL);
    for (int i = 0; i < 20; i++) {
      acl.add(new ACL(Perms.WRITE, new Id("sasl", "stranger-" + i)));
    }
    owner().setACL(paths.nodes(), acl, -1);
    assertThat(notEnrolled(NODE))
        .contains("stranger-", "and 15 more")
        .satisfies(cause -> assertThat(cause.split("sasl:", -1)).hasSize(1 + 5));
  }

  @Test
  void registrationThatSomebodyReplaced_isNotAskedWhoIsANode() throws Exception {
    Session session = enrolled(node(server.plain(), NODE), "n1");
    ZooKeeper owner = owner();
    String registration = paths.nodes() + "/" + owner.getChildren(paths.nodes(), false).get(0);
    Trust trust =
        new Trust(
            new Access(
                Optional.of(Identity.digest("fencepost", "right")),
                List.of(),
                List.of(),
                List.of()));
    Connection connection = ((ZooKeeperSession) session).connection();

    assertThat(reply(trust.learn(connection, registration, owner.exists(paths.nodes(), false))))
        .isInstanceOf(Checked.Failed.class);
    assertThat(reply(trust.check(connection, namespaceZnodes())))
        .isInstanceOf(Checked.NotEnrolled.class);
    assertThat(reply(trust.learn(connection, registration, owner.exists(registration, false))))
        .isInstanceOf(Checked.Good.class);
    assertThat(reply(trust.check(connection, namespaceZnodes()))).isInstanceOf(Checked.Good.class);
  }

  // A job --------------------------------------------------------------------------------------

  @Test
  void jobThatAnyAddressMayChange_isNotLed() throws Exception {
    assertNotLed(NODE, ANY_ADDRESS, Perms.ALL, paths.onlyOfJob(JOB));
  }

  @Test
  void jobThatAStrangerMayChange_isNotLed() throws Exception {
    assertNotLed(NODE, MALLORY, Perms.ALL, paths.onlyOfJob(JOB));
  }

  @Test
  void jobThatAStrangerMadeFirst_isNotLed_thoughHeLetsNodesDoEverything() throws Exception {
    Backend backend = node(server.plain(), NODE);
    Session session = enrolled(backend, "n1");
    owner().setACL(paths.root() + "/jobs", nodesAnd(MALLORY, Perms.CREATE), -1);
    ZooKeeper mallory = client(server.plain(), "mallory:m");
    for (String path : paths.onlyOfJob(JOB)) {
      make(mallory, path, nodesAnd(MALLORY, Perms.ALL));
    }
    assertNotLed(backend, session, MALLORY, paths.onlyOfJob(JOB));
  }

  @Test
  void operatorWhoMayWriteState_isAStrangerThere() throws Exception {
    String settings = NODE + ", " + access("operators", OPERATOR);
    assertNotLed(settings, OPERATOR, Perms.READ | Perms.WRITE, List.of(paths.state(JOB)));
  }

  @Test
  void operatorWhoMayCreateCandidates_isAStrangerThere() throws Exception {
    String settings = NODE + ", " + access("operators", OPERATOR);
    assertNotLed(settings, OPERATOR, Perms.CREATE, List.of(paths.election(JOB)));
  }

  @Test
  void readerWhoMayPutRequests_isAStrangerThere() throws Exception {
    String settings = NODE + ", " + access("readers", OPERATOR);
    assertNotLed(settings, OPERATOR, Perms.CREATE, List.of(paths.job(JOB) + "/requests"));
  }

  @Test
  void operatorsAndReaders_withTheRightsThatNodesGiveThem_areNoDanger() throws Exception {
    String settings =
        NODE + ", " + access("operators", OPERATOR) + ", " + access("readers", MALLORY);
    Backend first = node(server.plain(), settings);
    claimAndFinish(first, stand(enrolled(first, "n1")));
    stand(enrolled(node(server.plain(), settings), "n2"));
  }

  // Who is a node ------------------------------------------------------------------------------

  @Test
  void nodesWithTwoIdentities_workTogether_ifEachListsTheOther() throws Exception {
    Backend first = node(server.plain(), NODE + ", " + access("nodes", OTHER_ID));
    claimAndFinish(first, stand(enrolled(first, "n1")));
    stand(enrolled(node(server.plain(), OTHER + ", " + access("nodes", NODE_ID)), "n2"));

    assertThat(notEnrolled(OTHER)).contains(name(NODE_ID) + " may change " + namespaceZnodes());
  }

  @Test
  void identityThatIsNoNodeAnyMore_isRefused_untilItIsOutOfTheAcls() throws Exception {
    Backend before = node(server.plain(), NODE + ", " + access("nodes", OTHER_ID));
    claimAndFinish(before, stand(enrolled(before, "n1")));
    assertThat(notEnrolled(NODE))
        .contains(name(OTHER_ID) + " may change " + namespaceZnodes() + " (it has cdrwa)");

    ZooKeeper owner = owner();
    for (String path : ZKUtil.listSubTreeBFS(owner, paths.root())) {
      owner.setACL(path, Ids.CREATOR_ALL_ACL, -1);
    }
    stand(enrolled(node(server.plain(), NODE), "n2"));
  }

  @Test
  void newPassword_isTaken_whileBothAreListed() throws Exception {
    Id next = digest("fencepost:next");
    Backend before = node(server.plain(), NODE + ", " + access("nodes", next));
    claimAndFinish(before, stand(enrolled(before, "n1")));
    String after = DIGEST + "next }";
    stand(enrolled(node(server.plain(), after + ", " + access("nodes", NODE_ID)), "n2"));

    assertThat(notEnrolled(after)).contains(name(NODE_ID) + " may change");
  }

  @Test
  void saslUsers_areNodesToEachOther() {
    Backend first = node(server.plain(), SASL + "Right }");
    claimAndFinish(first, stand(enrolled(first, "n1")));
    stand(enrolled(node(server.plain(), SASL + "Right }"), "n2"));
  }

  @Test
  void ownersOfOneCertificate_areNodesToEachOther() {
    String settings = "identity { scheme = x509 }, " + tls();
    Backend first = node(server.tls(), settings);
    claimAndFinish(first, stand(enrolled(first, "n1")));
    stand(enrolled(node(server.tls(), settings), "n2"));
  }

  @Test
  void certificateBesideAPassword_isAnIdentityOfItsOwn() {
    enrolled(node(server.tls(), NODE + ", " + tls()), "n1");
    assertThat(notEnrolled(NODE)).contains("x509:CN=node may change");
    Id certificate = new Id("x509", "CN=node");
    enrolled(node(server.plain(), NODE + ", " + access("nodes", certificate)), "n2");
  }

  @Test
  void nodeThatNeverEnrolled_writesNothing() {
    Backend backend = node(server.plain(), NODE);
    assertThat(reply(backend.write(write(Optional.empty(), OptionalLong.empty()))))
        .isInstanceOfSatisfying(
            WriteOutcome.Rejected.class,
            rejected -> assertThat(rejected.detail()).contains("has not enrolled yet"));
  }

  // Help ---------------------------------------------------------------------------------------

  /** A node finds a job's znodes, which somebody beside it has rights on. */
  private void assertNotLed(String settings, Id somebody, int rights, List<String> where)
      throws Exception {
    Backend backend = node(server.plain(), settings);
    Session session = enrolled(backend, "n1");
    ZooKeeper owner = owner();
    for (String path : paths.onlyOfJob(JOB)) {
      make(owner, path, nodesAnd(somebody, where.contains(path) ? rights : Perms.READ));
    }
    assertNotLed(backend, session, somebody, where);
  }

  private void assertNotLed(Backend backend, Session session, Id somebody, List<String> where) {
    String who = name(somebody) + " may change " + where;
    assertThat(reply(session.stand(JOB, GUID)))
        .isInstanceOfSatisfying(
            StandOutcome.Unknown.class, unknown -> assertThat(unknown.cause()).contains(who));
    assertThat(reply(backend.write(write(Optional.empty(), OptionalLong.empty()))))
        .isInstanceOfSatisfying(
            WriteOutcome.Rejected.class, rejected -> assertThat(rejected.detail()).contains(who));
  }

  private String notEnrolled(String settings) {
    EnrolOutcome.Failed failed = refusedEnrolment(node(server.plain(), settings));
    assertThat(failed.waitingCanHelp()).isFalse();
    return failed.cause();
  }

  private String chrootWithOpenFencepost() throws Exception {
    String chroot = "/" + namespace;
    make(owner(), chroot, Ids.OPEN_ACL_UNSAFE);
    make(owner(), chroot + "/fencepost", Ids.OPEN_ACL_UNSAFE);
    return server.plain() + chroot;
  }

  private List<String> namespaceZnodes() {
    return List.of(paths.root(), paths.root() + "/jobs", paths.nodes());
  }

  private static void make(ZooKeeper client, String path, List<ACL> acl) throws Exception {
    client.create(path, new byte[0], acl, CreateMode.PERSISTENT);
  }

  private static List<ACL> nodesAnd(Id other, int rights) {
    return acl(new ACL(Perms.ALL, NODE_ID), new ACL(rights, other));
  }

  /** One that ZooKeeper can ask for null. */
  private static List<ACL> acl(ACL... entries) {
    return new ArrayList<>(List.of(entries));
  }

  private static String access(String role, Id id) {
    return "access." + role + " = [\"" + name(id) + "\"]";
  }

  private static String name(Id id) {
    return id.getScheme() + ":" + id.getId();
  }

  private static Id digest(String credentials) {
    try {
      return new Id("digest", DigestAuthenticationProvider.generateDigest(credentials));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("no SHA-1", e);
    }
  }
}
