package io.fencepost.engine;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.event.SchedulerListener;
import io.fencepost.time.Durations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes events to the log: transitions at INFO, what needs a person's eye at WARN or ERROR. */
final class EventLog implements SchedulerListener {
  private static final Logger LOG = LoggerFactory.getLogger("io.fencepost.events");

  private final String node;

  EventLog(String node) {
    this.node = node;
  }

  @Override
  public void on(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Enrolled e) {
      LOG.info(
          "node={} enrolled: session {} lease {}", node, e.session(), Durations.text(e.lease()));
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
      LOG.info(
          "job={} occurrence={} fence={} node={} recorded: {} ({} occurrences): {}{}",
          e.job(),
          e.record().from(),
          e.record().fence().map(Object::toString).orElse("-"),
          node,
          e.record().outcome(),
          e.record().count(),
          e.record().reason(),
          e.record().error().map(error -> ": " + error).orElse(""));
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
}
