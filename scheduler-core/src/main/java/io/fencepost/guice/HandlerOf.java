package io.fencepost.guice;

import com.google.inject.BindingAnnotation;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.atomic.AtomicInteger;

/** Tells handlers apart that have no binding of the application's own. */
@BindingAnnotation
@Retention(RetentionPolicy.RUNTIME)
@interface HandlerOf {
  int declaration();

  /** A new one with each call. */
  @SuppressWarnings("BadAnnotationImplementation")
  final class Unique implements HandlerOf {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final int declaration = NEXT.getAndIncrement();

    @Override
    public int declaration() {
      return declaration;
    }

    @Override
    public Class<? extends Annotation> annotationType() {
      return HandlerOf.class;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof HandlerOf that && declaration == that.declaration();
    }

    @Override
    public int hashCode() {
      return (127 * "declaration".hashCode()) ^ Integer.hashCode(declaration);
    }

    @Override
    public String toString() {
      return "@HandlerOf(declaration=" + declaration + ")";
    }
  }
}
