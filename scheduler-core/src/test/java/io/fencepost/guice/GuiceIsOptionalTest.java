package io.fencepost.guice;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class GuiceIsOptionalTest {
  @Test
  void onlyThisPackage_knowsGuice() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.fencepost.guice..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google.inject..", "io.fencepost.guice..")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.fencepost"));
  }
}
