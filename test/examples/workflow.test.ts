import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { startSystem, type System } from "../support/system.ts";
import { run } from "./run.ts";

const text = readFileSync("examples/config/.github/workflows/tallylight.yaml", "utf8");

interface Step {
  uses?: string;
  run?: string;
  shell?: string;
}

// oxlint-disable-next-line typescript/no-explicit-any
const workflow = load(text) as any;
const steps = Object.values<{ steps: Step[] }>(workflow.jobs).flatMap((job) => job.steps);

const HOSTILE = "::set-output name=a::b\n::error::</pre><img src=x>`";

let system: System;
let github: TestServer;
let folder: string;
let document = "";
let requested: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tallylight-workflow-"));
  [system, github] = await Promise.all([
    startSystem(),
    serve((request, _body, response) => {
      requested.push(`${request.url} ${request.headers.authorization}`);
      response.end(document);
    }),
  ]);
});
afterAll(async () => {
  await system?.stop();
  await github?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs its step as GitHub would, with a token of this scope. */
async function step(dryRun: boolean, scope: string) {
  const { token } = (await system.api("POST", "/v1/tokens", { name: scope, scopes: [scope] })).body;
  const [program, summary] = [join(folder, "step"), join(folder, "summary")];
  writeFileSync(program, steps[0]!.run!);
  writeFileSync(summary, "");
  requested = [];
  const ran = await run(process.execPath, [program], {
    TALLYLIGHT_URL: system.base,
    TALLYLIGHT_TOKEN: token,
    DRY_RUN: String(dryRun),
    GITHUB_TOKEN: "ghs_one",
    GITHUB_API_URL: github.url,
    GITHUB_REPOSITORY: "one/two",
    GITHUB_SHA: "abc",
    GITHUB_STEP_SUMMARY: summary,
  });
  return { ...ran, summary: readFileSync(summary, "utf8") };
}

test("no action is used that is not pinned to a commit, and the plan has a token of its own", () => {
  expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  expect(steps[0]!.shell).toBe("node {0}");
  expect(steps[0]!.run).not.toContain("${{");
  expect(workflow.jobs.config.environment).toMatch(/'push' && 'tallylight-apply' \|\| 'tallylight-plan'/);
});

test("a plan needs a token of scope read, changes nothing, and what it prints obeys nobody", async () => {
  document = JSON.stringify({ version: 1, watchlists: [{ name: HOSTILE }] });
  const { code, output, summary } = await step(true, "read");
  expect([code, output]).toEqual([0, '| {"changes":1,"unchanged":1}\n']);
  expect(requested).toEqual(["/repos/one/two/contents/tallylight.yaml?ref=abc Bearer ghs_one"]);
  expect(summary).toMatch(
    /^<pre>\ncreate watchlist &#34;::set-output name=a::b\\n::error::&#60;\/pre&#62;[^\n]*\n<\/pre>\n$/,
  );
  expect((await system.api("GET", "/v1/watchlists")).body.items).toHaveLength(1);
  document = JSON.stringify({ version: 1, [HOSTILE]: 1 });
  const refused = await step(true, "read");
  expect(refused.code).toBe(1);
  expect(refused.output.split("\n").every((line) => line === "" || line.startsWith("| "))).toBe(true);
});

test("an apply needs the scope write", async () => {
  document = "version: 1\nwatchlists: [{ name: Music }]\n";
  expect(await step(false, "read")).toMatchObject({ code: 1, output: expect.stringContaining("403") });
  expect(await step(false, "write")).toMatchObject({ code: 0 });
  expect((await system.api("GET", "/v1/watchlists")).body.items).toHaveLength(2);
});
