package io.fencepost.jdbc;

import io.fencepost.FencepostException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The connection as the work sees it: its transaction is not the work's to end, and once doomed it
 * fails whatever the work catches. Used by one thread.
 */
final class WorkConnection implements InvocationHandler, FencedTransaction {
  private final Connection target;
  private final Piece piece;
  private @Nullable RuntimeException reason;
  private boolean ended;

  private WorkConnection(Connection target, Piece piece) {
    this.target = target;
    this.piece = piece;
  }

  /**
   * Runs the work.
   *
   * @throws RuntimeException the reason, if the transaction was doomed and the work returned
   */
  static <X extends Exception> Optional<String> run(
      Connection target, Piece piece, KeptWork<X> work) throws X {
    WorkConnection handler = new WorkConnection(target, piece);
    Connection proxy =
        (Connection)
            Proxy.newProxyInstance(
                WorkConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class, FencedTransaction.class},
                handler);
    Optional<String> text;
    try {
      text = work.run(proxy);
    } finally {
      handler.ended = true;
    }
    if (handler.reason != null) {
      throw handler.reason;
    }
    return text;
  }

  @Override
  public void doom(RuntimeException reason) {
    if (this.reason == null) {
      this.reason = reason;
    }
  }

  @Override
  public String nonce() {
    return piece.nonce();
  }

  @Override
  public void requireHeld() {
    piece.requireHeld();
  }

  @Override
  public boolean isWriting(ResultRow row) throws SQLException {
    return piece.isOf(row)
        || (target.isWrapperFor(FencedTransaction.class)
            && target.unwrap(FencedTransaction.class).isWriting(row));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    boolean plain = args == null || args.length == 0;
    switch (method.getName()) {
      case "doom", "nonce", "requireHeld", "isWriting", "hashCode" -> {
        return call(this, method, args);
      }
      case "equals" -> {
        return args != null && proxy == args[0];
      }
      case "close" -> {
        return null;
      }
      case "isClosed" -> {
        return ended || target.isClosed();
      }
      case "isWrapperFor" -> {
        return isOfThis(args, proxy) || (boolean) requireResult(call(target, method, args));
      }
      case "unwrap" -> {
        return isOfThis(args, proxy) ? proxy : call(target, method, args);
      }
      default -> {
        refuseToEnd(method.getName(), plain, args);
        return call(target, method, args);
      }
    }
  }

  private void refuseToEnd(String method, boolean plain, @Nullable Object @Nullable [] args)
      throws SQLException {
    if (ended) {
      throw new SQLException("the fenced transaction of this connection has ended", "08003");
    }
    boolean ends =
        switch (method) {
          case "commit", "abort" -> true;
          case "rollback" -> plain;
          case "setAutoCommit" -> args != null && Boolean.TRUE.equals(args[0]);
          default -> false;
        };
    if (ends) {
      throw new FencepostException(
          "'"
              + method
              + "' is not for the work to call: its writes are committed together with the fence"
              + " check when it returns, and rolled back when it throws");
    }
  }

  /** Also who asks for a plain Connection must not get one that it could commit. */
  private static boolean isOfThis(@Nullable Object @Nullable [] args, Object proxy) {
    return args != null && args[0] instanceof Class<?> type && type.isInstance(proxy);
  }

  private static Object requireResult(@Nullable Object result) {
    if (result == null) {
      throw new IllegalStateException("the driver returned no result");
    }
    return result;
  }

  private static @Nullable Object call(Object on, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    try {
      return method.invoke(on, args);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }
}
