/**
 * The service that the drills break: one job, written so that each defence shows. A run writes one
 * guarded row outside {@code once}, which shows what the guard lets through, and one effect inside
 * {@code once}, which shows what the key lets through. It announces each step of its work in its
 * history and can be held there, so that a fault hits it exactly between two steps.
 */
@NullMarked
package io.fencepost.drill.workload;

import org.jspecify.annotations.NullMarked;
