package io.fencepost.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Connections that fail in a chosen way. */
final class Faults {
  private Faults() {}

  /** Gets a connection, perhaps not. */
  @FunctionalInterface
  interface Source {
    Connection get() throws SQLException;
  }

  /** Stands in for one method; answers through {@code real} or otherwise. */
  @FunctionalInterface
  interface Call {
    void run(Connection real) throws SQLException;
  }

  /** What somebody else does meanwhile. */
  @FunctionalInterface
  interface Happening {
    void run() throws SQLException;
  }

  static DataSource dataSource(Source source) {
    return (DataSource)
        Proxy.newProxyInstance(
            Faults.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, args) -> {
              if (method.getName().equals("getConnection")) {
                return source.get();
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  /** The connection, with another answer to the method of this name. */
  static Connection replacing(Connection real, String name, Call call) {
    return (Connection)
        Proxy.newProxyInstance(
            Faults.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> {
              if (method.getName().equals(name)) {
                call.run(real);
                return null;
              }
              try {
                return method.invoke(real, args);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  /** The connection, with something that happens before each call of this name. */
  static Connection before(Connection real, String name, Happening happening) {
    return (Connection)
        Proxy.newProxyInstance(
            Faults.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> {
              if (method.getName().equals(name)) {
                happening.run();
              }
              try {
                return method.invoke(real, args);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  static SQLException connectionLost() {
    return new SQLException("An I/O error occurred while sending to the backend.", "08006");
  }
}
