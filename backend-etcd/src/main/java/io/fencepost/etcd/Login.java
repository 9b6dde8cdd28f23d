package io.fencepost.etcd;

/** A user of etcd. */
record Login(String user, String password) {
  /** Leaves the password out. */
  @Override
  public String toString() {
    return "Login[user=" + user + "]";
  }
}
