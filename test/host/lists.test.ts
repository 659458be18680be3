import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { featureEvents } from "../../tools/openapi/lists.ts";

test("a feature's own event types are found by the file that declares them", () => {
  const folder = mkdtempSync(join(tmpdir(), "features-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(featureEvents(folder)).toContain("EventTypes = {  };");
  for (const name of ["notes", "first-steps", "none"]) {
    mkdirSync(join(folder, `src/features/${name}/message`), { recursive: true });
    if (name !== "none") writeFileSync(join(folder, `src/features/${name}/message/events.ts`), "");
  }
  expect(featureEvents(folder)).toContain('import { events as notes } from "../src/features/notes/message/events.ts";');
  expect(featureEvents(folder)).toContain("EventTypes = { ...firstSteps, ...notes };");
});
