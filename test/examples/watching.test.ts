import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { places, writeClient } from "../../tools/openapi/write.ts";
import { startSystem, type System } from "../support/system.ts";
import { run } from "./run.ts";

const T0 = Date.UTC(2026, 2, 1, 12);
const TALLYLIGHT_TOKEN = "test_admin_token_0123456789abcdef0123456789";

let system: System;
let folder: string;
let variables: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tallylight-examples-"));
  system = await startSystem();
  variables = { TALLYLIGHT_URL: system.base, TALLYLIGHT_TOKEN };
});
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the client's types were made from the document: npm run openapi", () => {
  const fresh = join(folder, "api.ts");
  writeClient(places.document, fresh);
  expect(readFileSync(places.client, "utf8") === readFileSync(fresh, "utf8"), "api.ts is stale").toBe(true);
});

test("the script watches a CSV file, once however often it is sent, and prints who is live", async () => {
  const ran = await run("sh", ["examples/watch-from-csv.sh"], variables);
  expect(ran).toMatchObject({ code: 0 });
  expect(await run("sh", ["examples/watch-from-csv.sh"], variables)).toMatchObject({ code: 0 });
  const { items } = (await system.api("GET", "/v1/targets")).body;
  expect(items.map(({ name }: { name: string }) => name).toSorted()).toEqual(["Maria", "Yuki"]);
  expect(ran.output).toContain('"liveNow":[]');
  expect(
    await run("sh", ["examples/watch-from-csv.sh"], { ...variables, TALLYLIGHT_TOKEN: "wrong" }),
  ).not.toMatchObject({ code: 0 });
});

test("the typed client watches a CSV file and prints who is live", async () => {
  const file = join(folder, "creators.csv");
  writeFileSync(file, "kind,name,userId\nlive,Anna,8001\nlive,Ben,letters\n");
  const program = () => run(process.execPath, ["examples/watch.mjs", file], variables);
  const first = await program();
  expect(first.code).toBe(0);
  expect(first.output).toContain("line 3: must be 1 to 32 digits");
  expect(first.output).toContain("1 of 2 are watched");
  expect(first.output).toContain("nobody is live");
  system.upstream.live.set("8001", "555");
  await system.tick(T0);
  await system.tick(T0 + 60_000);
  expect((await program()).output).toContain("Anna is live");
  const refused = await run(process.execPath, ["examples/watch.mjs", file], {
    ...variables,
    TALLYLIGHT_TOKEN: "wrong",
  });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("A valid token is needed");
});
