package io.fencepost.drill.fault;

import java.io.IOException;

/** Does nothing until its input ends. */
final class IdleMain {
  private IdleMain() {}

  public static void main(String[] args) throws IOException {
    long skipped = System.in.transferTo(java.io.OutputStream.nullOutputStream());
    System.out.println("ended after " + skipped + " bytes");
  }
}
