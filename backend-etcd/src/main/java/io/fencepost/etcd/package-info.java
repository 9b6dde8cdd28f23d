/**
 * The etcd backend: sessions are leases, keys on them the line, and a transaction's revision the
 * fence token.
 *
 * <p>Only {@link io.fencepost.etcd.EtcdBackendProvider} is public, for {@link
 * java.util.ServiceLoader}. jetcd carries single requests; its locks, elections, renewals and
 * retries play no part.
 */
@NullMarked
package io.fencepost.etcd;

import org.jspecify.annotations.NullMarked;
