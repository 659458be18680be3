import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    isolate: false,
    setupFiles: ["test/support/platform-streams.ts"],
    include: ["{src,sim,test}/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    expect: { requireAssertions: true },
  },
});
