package io.fencepost.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigRenderOptions;
import io.fencepost.SchedulerSettings;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.testing.ForwardingBackend;
import io.fencepost.testing.ManualTime;
import io.fencepost.testing.MemoryBackend;
import io.fencepost.testing.MemoryStore;
import io.fencepost.time.SystemClock;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The in-memory backend as {@code backend = memory} finds it. Its sessions never expire. */
public final class ConfiguredMemory implements BackendProvider {
  private final MemoryStore store =
      new MemoryStore(new ManualTime(SystemClock.utc().instant()), Duration.ofSeconds(1));
  private final List<String> connectedTo = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();
  private final List<String> contradictions = new ArrayList<>();
  private final AtomicInteger open = new AtomicInteger();

  /** Lets the next {@link #connect} find this wrong. */
  public void refuse(String error) {
    refusals.add(error);
  }

  /** Lets this contradict the node's settings. */
  public void contradict(String error) {
    contradictions.add(error);
  }

  @Override
  public List<String> contradictions(Config settings, SchedulerSettings node) {
    return contradictions;
  }

  public List<String> connectedTo() {
    return connectedTo;
  }

  /** Connections that are not closed. */
  public int open() {
    return open.get();
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Backend connect(String namespace, Config settings, Ticker ticker) {
    connectedTo.add(namespace + " " + settings.root().render(ConfigRenderOptions.concise()));
    if (!refusals.isEmpty()) {
      throw new InvalidConfigException(refusals);
    }
    open.incrementAndGet();
    return new Counted(new MemoryBackend(store));
  }

  private final class Counted extends ForwardingBackend {
    Counted(Backend backend) {
      super(backend);
    }

    @Override
    public void close() {
      open.decrementAndGet();
      super.close();
    }
  }
}
