package io.fencepost.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What may know what: the shape of the module, as the folders show it. */
@AnalyzeClasses(packages = "io.fencepost", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule only_the_builder_knows_the_engine =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.fencepost.engine..")
          .and(not(nameMatching("io\\.fencepost\\.SchedulerBuilder")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.fencepost.engine..");

  @ArchTest
  static final ArchRule the_engine_is_not_an_api =
      classes()
          .that()
          .resideInAPackage("io.fencepost.engine..")
          .and()
          .areTopLevelClasses()
          .and()
          .doNotHaveSimpleName("SchedulerAssembly")
          .and()
          .doNotHaveSimpleName("package-info")
          .should()
          .bePackagePrivate();

  @ArchTest
  static final ArchRule values_know_neither_engine_nor_config =
      noClasses()
          .that(
              resideInAnyPackage(
                  "io.fencepost.schedule..",
                  "io.fencepost.ledger..",
                  "io.fencepost.event..",
                  "io.fencepost.time.."))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "io.fencepost.engine..",
                  "io.fencepost.config..",
                  "io.fencepost.guice..",
                  "io.fencepost.testing..",
                  "io.fencepost.spi.."));

  @ArchTest
  static final ArchRule the_engine_decides_without_config_or_framework =
      noClasses()
          .that()
          .resideInAPackage("io.fencepost.engine..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "io.fencepost.config..",
                  "io.fencepost.guice..",
                  "io.fencepost.testing..",
                  "com.typesafe.."));

  @ArchTest
  static final ArchRule guice_stays_in_its_package =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.fencepost.guice..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.google.inject..");

  @ArchTest
  static final ArchRule json_stays_in_the_ledger =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.fencepost.ledger..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..");

  @ArchTest
  static final ArchRule the_cron_parser_stays_with_schedules =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.fencepost.schedule..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.cronutils..");

  @ArchTest
  static final ArchRule core_does_no_io_of_its_own =
      noClasses()
          .that(not(resideInAnyPackage("io.fencepost.config..")))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "java.nio.channels..",
                  "java.nio.file..",
                  "java.sql..",
                  "javax.sql..",
                  "org.apache.zookeeper..",
                  "org.apache.curator..",
                  "io.etcd.."));
}
