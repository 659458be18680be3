import { defineConfig } from "vitest/config";
import { ensureBuilt } from "./tools/made.ts";
import { COMPILED } from "./test/support/compiled.ts";
import { SlowestFirst } from "./test/support/slowest-first.ts";

ensureBuilt("client");

export default defineConfig({
  test: {
    environment: "node",
    env: COMPILED,
    isolate: false,
    setupFiles: ["test/support/tsx.ts", "test/support/platform-streams.ts", "test/support/generated-cases.ts"],
    include: ["{src,sim,test}/**/*.test.ts"],
    // What hangs ends at last; a busy machine is no fault.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 4,
    // Node.js reads the sources itself. Otherwise one process rewrites each module before any worker runs it.
    experimental: { viteModuleRunner: false },
    sequence: { sequencer: SlowestFirst },
    expect: { requireAssertions: true },
  },
});
