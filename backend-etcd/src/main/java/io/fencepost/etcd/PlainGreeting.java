package io.fencepost.etcd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** HTTP/2 "with prior knowledge": a preface and empty settings, which are answered by settings. */
final class PlainGreeting implements Greeting {
  private static final int FRAME_HEADER = 9;
  private static final int TYPE_AT = 3;
  private static final byte SETTINGS = 4;

  @Override
  public String over(Socket socket, String host) throws IOException {
    try {
      if (isUnderstood(socket, host)) {
        return "";
      }
    } catch (SocketTimeoutException e) {
      return "connections are accepted, but nothing is said" + SILENCE;
    } catch (SocketException reset) {
      // Told below.
    }
    throw new AnotherTongueException(
        "the answer is not etcd's: check that it is a client URL of etcd, not a peer's or another"
            + " server's");
  }

  @Override
  public boolean isUnderstood(Socket socket, String host) throws IOException {
    ByteArrayOutputStream preface = new ByteArrayOutputStream();
    preface.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    preface.writeBytes(new byte[] {0, 0, 0, SETTINGS, 0, 0, 0, 0, 0});
    socket.getOutputStream().write(preface.toByteArray());
    byte[] answer = socket.getInputStream().readNBytes(FRAME_HEADER);
    return answer.length == FRAME_HEADER && answer[TYPE_AT] == SETTINGS;
  }

  @Override
  public boolean isTls() {
    return false;
  }

  @Override
  public Greeting other() {
    return new TlsGreeting(TlsGreeting.UNKNOWN);
  }
}
