/**
 * The processes of a drill: replicas, a ZooKeeper ensemble, a database, all children of this JVM.
 * {@link io.fencepost.drill.cluster.Launch} describes a process, {@link
 * io.fencepost.drill.cluster.ChildProcess} is one that runs and can be sent signals. No child
 * outlives this JVM, however it dies, not even a stopped one.
 *
 * <p>Nothing here knows JUnit: a demo can start the same cluster. Servers listen on loopback only,
 * on ports that the system gave.
 */
@NullMarked
package io.fencepost.drill.cluster;

import org.jspecify.annotations.NullMarked;
