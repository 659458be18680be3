import { writeFileSync } from "node:fs";
import type { Reporter, TestModule, TestSpecification } from "vitest/node";

/** The test files of a run, by their paths. */
export interface Files {
  planned: string[];
  started: string[];
  ended: string[];
}

/** Records which test files a run has finished, so that the others can run again after a crash. */
export default class FilesReporter implements Reporter {
  readonly #files: Files = { planned: [], started: [], ended: [] };

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files.planned = specifications.map(({ moduleId }) => moduleId);
    this.#write();
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#files.started.push(moduleId);
    this.#write();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#files.ended.push(moduleId);
    this.#write();
  }

  #write(): void {
    const path = process.env["TEST_FILES"];
    if (path !== undefined) writeFileSync(path, JSON.stringify(this.#files));
  }
}
