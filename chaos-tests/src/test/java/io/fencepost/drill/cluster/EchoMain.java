package io.fencepost.drill.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Repeats its input; as a parent, it first starts a child and prints its process id. */
final class EchoMain {
  private EchoMain() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("parent")) {
      Launch child = new Launch("child", EchoMain.class.getName(), Path.of(""));
      System.out.println(child.argument("child").start().pid());
    }
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      System.out.println("echo: " + line);
    }
  }
}
