package io.fencepost.engine;

import io.fencepost.JobKey;
import io.fencepost.Occurrence;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.event.SchedulerListener;
import io.fencepost.ledger.RunRecord;
import io.fencepost.time.Durations;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes events to the log: transitions at INFO, what needs a person's eye at WARN or ERROR.
 * Trouble that repeats, such as a sink that stays down, is a warning once per job until a run
 * succeeds. Called on one thread.
 */
final class EventLog implements SchedulerListener {
  private static final Logger LOG = LoggerFactory.getLogger("io.fencepost.events");

  private final String node;
  private final Map<JobKey, String> troubles = new HashMap<>();

  EventLog(String node) {
    this.node = node;
  }

  @Override
  public void on(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Enrolled e) {
      LOG.info(
          "node={} enrolled: session {} lease {}", node, e.session(), Durations.text(e.lease()));
    } else if (event instanceof SchedulerEvent.LeaseRenewed e) {
      LOG.debug("node={} renewed session {}", node, e.session());
    } else if (event instanceof SchedulerEvent.LeaseLost e) {
      LOG.warn("node={} lost session {}: {}", node, e.session(), e.reason());
    } else if (event instanceof SchedulerEvent.NodeDegraded e) {
      LOG.warn("node={} does not campaign: {}", node, e.reason());
    } else if (event instanceof SchedulerEvent.Stood e) {
      LOG.debug("job={} node={} stands as {}", e.job(), node, e.candidate());
    } else if (event instanceof SchedulerEvent.TermStarted e) {
      LOG.info("job={} node={} took office: term {}", e.job(), node, e.term());
    } else if (event instanceof SchedulerEvent.TermEnded e) {
      LOG.info("job={} node={} left office: term {}: {}", e.job(), node, e.term(), e.reason());
    } else if (event instanceof SchedulerEvent.Resigned e) {
      LOG.warn("job={} node={} resigned: {}", e.job(), node, e.reason());
    } else {
      run(event);
    }
  }

  private void run(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Claimed e) {
      LOG.info(
          "job={} occurrence={} fence={} node={} claimed: attempt {} ({})",
          e.occurrence().job(),
          e.occurrence(),
          e.fence(),
          node,
          e.attempt(),
          e.reason());
    } else if (event instanceof SchedulerEvent.Recorded e) {
      recorded(e.job(), e.record());
    } else if (event instanceof SchedulerEvent.StaleWriteRejected e) {
      LOG.warn(
          "job={} occurrence={} fence={} node={} was refused by sink '{}', which has seen {}",
          e.occurrence().job(),
          e.occurrence(),
          e.fence(),
          node,
          e.sink(),
          e.mark());
    } else if (event instanceof SchedulerEvent.TokenDomainAlarm e) {
      LOG.error(
          "job={} occurrence={} fence={} node={} stands still: its claim is current, but sink '{}' has seen the higher token"
              + " {}. The backend's history was rolled back or replaced. Raise fence-epoch above {} on all nodes.",
          e.occurrence().job(),
          e.occurrence(),
          e.fence(),
          node,
          e.sink(),
          e.mark(),
          e.mark().epoch());
    }
  }

  private void recorded(JobKey job, RunRecord run) {
    LOG.atLevel(level(job, run))
        .log(
            "job={} occurrence={} fence={} node={} recorded: {}{}: {}{}",
            job,
            new Occurrence(job, run.from()),
            run.fence().map(Object::toString).orElse("-"),
            node,
            run.outcome(),
            run.count() == 1
                ? ""
                : " (" + run.count() + " occurrences up to " + new Occurrence(job, run.to()) + ")",
            run.reason(),
            run.error().map(error -> ": " + error).orElse(""));
  }

  private Level level(JobKey job, RunRecord run) {
    return switch (run.outcome()) {
      case FAILED, TIMED_OUT, ABANDONED -> Level.WARN;
      case ATTEMPT_FAILED -> ofTrouble(job, run.reason());
      case RELEASED -> run.error().isPresent() ? ofTrouble(job, run.reason()) : Level.INFO;
      case SUCCEEDED -> {
        troubles.remove(job);
        yield Level.INFO;
      }
      default -> Level.INFO;
    };
  }

  private Level ofTrouble(JobKey job, String reason) {
    return reason.equals(troubles.put(job, reason)) ? Level.INFO : Level.WARN;
  }
}
