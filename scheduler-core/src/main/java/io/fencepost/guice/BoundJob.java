package io.fencepost.guice;

import com.google.inject.Provider;
import io.fencepost.Job;
import io.fencepost.config.JobDeclaration;

/** A job and where its handler comes from. */
record BoundJob(JobDeclaration declaration, Provider<? extends Job> handler) {}
