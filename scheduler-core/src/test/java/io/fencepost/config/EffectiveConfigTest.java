package io.fencepost.config;

import static io.fencepost.config.Hocon.app;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EffectiveConfigTest {
  private static String render(String... lines) {
    return SchedulerConfig.parse(app(lines)).render();
  }

  @Test
  void everyValue_isShownWithWhereItWasWritten() {
    assertThat(render("fencepost { node-id = n1, workers = 8 }").lines())
        .contains("fencepost.workers = 8  # app.conf:2", "fencepost.node-id = \"n1\"  # app.conf:2")
        .anyMatch(line -> line.matches("fencepost\\.lease = \"10s\" {2}# reference\\.conf:\\d+"));
  }

  @Test
  void generatedNodeId_isShown() {
    assertThat(render().lines())
        .anyMatch(
            line -> line.matches("fencepost\\.node-id = \".+-[0-9a-f]{6}\"  # made for .*= auto"));
  }

  @Test
  void secrets_areMasked_alsoInPlaceOfTheFilesThatHoldThem() {
    assertThat(
            render(
                    "fencepost.memory {",
                    "  password = p1, client-secret = p2, auth.user = p3, api-token = p4",
                    "  pasword = p6, tls.authority = db1,",
                    "  key-store-password-file = /etc/pw, url = \"db://me:p5@host/x\"",
                    "  a.password-file = p7, b.password-file = \"p8/x==\", c.password-file = \"./pw\"",
                    "  d.password-file = \"\"",
                    "}",
                    "fencepost.jobs.token-refresh.timeout = 1m")
                .lines())
        .contains(
            "fencepost.memory.password = ***  # app.conf:3",
            "fencepost.memory.client-secret = ***  # app.conf:3",
            "fencepost.memory.auth.user = ***  # app.conf:3",
            "fencepost.memory.api-token = ***  # app.conf:3",
            "fencepost.memory.pasword = ***  # app.conf:4",
            "fencepost.memory.tls.authority = \"db1\"  # app.conf:4",
            "fencepost.memory.key-store-password-file = \"/etc/pw\"  # app.conf:5",
            "fencepost.memory.url = \"db://me:***@host/x\"  # app.conf:5",
            "fencepost.memory.a.password-file = ***  # app.conf:6",
            "fencepost.memory.b.password-file = ***  # app.conf:6",
            "fencepost.memory.c.password-file = \"./pw\"  # app.conf:6",
            "fencepost.memory.d.password-file = \"\"  # app.conf:7",
            "fencepost.jobs.token-refresh.timeout = \"1m\"  # app.conf:9")
        .noneMatch(line -> line.matches(".*\\bp\\d\\b.*"));
  }

  @Test
  void secretWrittenWhereItsFileBelongs_isMasked() {
    assertThat(
            render(
                    "fencepost.memory {",
                    "  password-file = S3cretPw77, tls.key-file = \"-----BEGIN PRIVATE KEY-----\"",
                    "  a.password-file = \"s3/cret\", b.password-file = \"\"",
                    "  c.password-file = ./pw, d.password-file = ../pw, e.password-file = ~/pw",
                    "  f.password-file = \"C:\\\\pw\", g.password-file = /run/pw",
                    "  h.ca-file = ca.pem, i.key-file = /etc/key.pem",
                    "}")
                .lines())
        .contains(
            "fencepost.memory.password-file = ***  # app.conf:3",
            "fencepost.memory.tls.key-file = ***  # app.conf:3",
            "fencepost.memory.a.password-file = ***  # app.conf:4",
            "fencepost.memory.b.password-file = \"\"  # app.conf:4",
            "fencepost.memory.c.password-file = \"./pw\"  # app.conf:5",
            "fencepost.memory.d.password-file = \"../pw\"  # app.conf:5",
            "fencepost.memory.e.password-file = \"~/pw\"  # app.conf:5",
            "fencepost.memory.f.password-file = \"C:\\\\pw\"  # app.conf:6",
            "fencepost.memory.g.password-file = \"/run/pw\"  # app.conf:6",
            "fencepost.memory.h.ca-file = \"ca.pem\"  # app.conf:7",
            "fencepost.memory.i.key-file = \"/etc/key.pem\"  # app.conf:7");
  }
}
