package io.fencepost.engine;

import io.fencepost.JobDefinition;
import io.fencepost.JobKey;
import io.fencepost.SchedulerSettings;
import io.fencepost.spi.NodeInfo;
import io.fencepost.time.Ticker;

/** What a job's state machine is made with, and never changes. */
record JobConfig(
    JobKey key,
    JobDefinition definition,
    SchedulerSettings settings,
    NodeInfo node,
    Ticker ticker) {}
