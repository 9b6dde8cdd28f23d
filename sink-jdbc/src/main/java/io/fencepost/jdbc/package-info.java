/**
 * A sink over a plain {@link javax.sql.DataSource}: {@link io.fencepost.jdbc.JdbcSink} with a guard
 * and once-only writes, {@link io.fencepost.jdbc.FenceColumn} for tables that carry a fence column
 * of their own, and {@link io.fencepost.jdbc.JdbcSchema} with the tables. Works with any pool and
 * beside any framework.
 *
 * <p>Promised: a write with a token lower than one that the database has seen of the job is not
 * committed, and an occurrence and step is committed at most once. Not promised: that the work runs
 * once, or anything about effects outside the transaction. The database must not lose what it
 * acknowledged; a failover that does takes marks and keys with it.
 */
@NullMarked
package io.fencepost.jdbc;

import org.jspecify.annotations.NullMarked;
