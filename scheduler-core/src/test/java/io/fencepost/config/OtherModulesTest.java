package io.fencepost.config;

import static io.fencepost.config.Hocon.app;
import static io.fencepost.config.Hocon.errorsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other modules bring on the class path. */
class OtherModulesTest {
  @TempDir Path module;

  private List<String> errorsWithModule(String... lines) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {module.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      return errorsOf(
          () ->
              ConfiguredSchedulerBuilder.of(app(lines))
                  .backend(new ConfiguredMemory())
                  .build()
                  .close());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void sectionThatAModulesReferenceConfHas_isThatModulesToCheck() throws IOException {
    Files.writeString(module.resolve("reference.conf"), "fencepost.console { port = 8080 }");

    assertThat(errorsWithModule("fencepost.console { anything = 1 }")).isEmpty();
    assertThat(errorsWithModule("fencepost.consol { port = 1 }"))
        .containsExactly(
            "fencepost.consol is not a setting; did you mean fencepost.console? (app.conf:2)");
  }

  @Test
  void backendThatCannotBeLoaded_isAConfigError() throws IOException {
    Path services = Files.createDirectories(module.resolve("META-INF/services"));
    Files.writeString(services.resolve("io.fencepost.spi.BackendProvider"), "com.acme.Missing");

    assertThat(errorsWithModule())
        .singleElement()
        .asString()
        .startsWith("a backend on the class path cannot be used: ")
        .contains("com.acme.Missing");
  }
}
