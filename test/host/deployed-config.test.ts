import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { planOf } from "../../host/deploy/deploy.ts";
import { deployedConfig, readProject } from "../../host/deploy/project.ts";
import { readSettings } from "../../host/deploy/settings.ts";
import { sentence } from "../../host/deploy/wrangler.ts";

test("what is deployed is wrangler.toml with the real database and exactly the given variables", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-config-"));
  const variables = {
    UPSTREAM_OPERATIONS: JSON.stringify({ "live.check": { path: '/a"b\\c', on: [true, "ü𝄞\u2028"] } }),
    UPSTREAM_BASE_URL: "https://api.example.com/#]",
  };
  const text = deployedConfig(
    await readFile("wrangler.toml", "utf8"),
    "11111111-2222-3333-4444-555555555555",
    variables,
  );
  const path = join(folder, "wrangler.toml");
  await writeFile(path, text);
  const read = (config: string) => {
    const { vars, d1_databases, queues, triggers, keep_vars, compatibility_flags } = unstable_readConfig({ config });
    return { vars, databases: d1_databases, rest: { queues, triggers, keep_vars, compatibility_flags } };
  };
  const is = read(path);
  expect(is.vars).toEqual(variables);
  expect(is.databases.map((one: { database_id?: string }) => one.database_id)).toEqual([
    "11111111-2222-3333-4444-555555555555",
  ]);
  expect(is.rest).toEqual(read("wrangler.toml").rest);
  expect(is.rest.keep_vars).toBe(true);
  await rm(folder, { recursive: true });
});

test("wrangler.toml as shipped sets no variable; one that a person has edited sets all of its own", async () => {
  const { variables } = await readProject();
  expect(readSettings({}, variables, null).variables).toEqual({});
  expect(readSettings({}, { ...variables, LIMITS: "paid" }, null).variables).toEqual({ LIMITS: "paid" });
  const edited = { LIMITS: "free", UPSTREAM_BASE_URL: "https://api.example.com" };
  expect(readSettings({}, edited, null).variables).toEqual(edited);
  expect(readSettings({ LIMITS: "paid" }, edited, null).variables).toEqual({ ...edited, LIMITS: "paid" });
});

test("no version gets an address of its own: it would be a public door to the same data", () => {
  expect(unstable_readConfig({ config: "wrangler.toml" }).preview_urls).toBe(false);
});

test("the logs are kept on: a deployment switches off what the configuration does not say", () => {
  expect(unstable_readConfig({ config: "wrangler.toml" }).observability).toMatchObject({
    enabled: true,
    traces: { enabled: true },
  });
});

test.each([
  [["d1", "list", "--json"], "Account, D1: Edit"],
  [["queues", "info", "tallylight-polls"], "Account, Queues: Edit"],
  [["deploy", "-c", "x"], "Account, Workers Scripts: Edit"],
])("a token that may not %j is told the permission that it lacks", (args, permission) => {
  const stderr =
    "✘ [ERROR] A request to the Cloudflare API (/accounts/1/d1/database) failed.\n\n  Authentication error [code: 10000]";
  expect(sentence({ code: 1, stdout: "", stderr }, args)).toContain(`"${permission}"`);
});

test("a plan sets what is missing or different, and nothing else", async () => {
  const project = await readProject();
  const settings = readSettings({ UPSTREAM_BASE_URL: "https://b.example", UPSTREAM_PASSWORD: "new" }, {}, null);
  const secrets = ["ADMIN_TOKEN", "UPSTREAM_PASSWORD", "UPSTREAM_USERNAME"];
  const variables = { UPSTREAM_BASE_URL: "https://a.example", PUBLIC_URL: "https://mine.example" };
  const account = { databaseId: "id", queues: ["tallylight-polls"], worker: { secrets, variables, tag: "t" } };
  expect(planOf(project, settings, account, [])).toEqual({
    createDatabase: false,
    createQueues: ["tallylight-deliveries", "tallylight-dead"],
    give: [],
    make: ["ENCRYPTION_KEYS"],
    ask: [],
    variables: { UPSTREAM_BASE_URL: "https://b.example" },
    publicUrl: false,
  });
  expect(planOf(project, settings, account, ["UPSTREAM_PASSWORD"]).give).toEqual(["UPSTREAM_PASSWORD"]);
});

test.each([
  ["✘ [ERROR] More than one account available but unable to select one", "CLOUDFLARE_ACCOUNT_ID"],
  ["✘ [ERROR] A request failed.\n\n  Authentication error [code: 10000]", "Cloudflare rejects the login"],
  ["TypeError: fetch failed", "Can't reach Cloudflare"],
  ["✘ [ERROR] You need to register a workers.dev subdomain", "no workers.dev subdomain"],
  ["\u001b[31m✘ \u001b[41m[ERROR]\u001b[0m Something odd", "wrangler d1 create failed: Something odd"],
  ["", "wrangler d1 create failed: it exited with 1"],
])("wrangler's %j becomes one sentence", (stderr, words) => {
  const reported = sentence({ code: 1, stdout: "", stderr }, ["d1", "create", "--x", "y"]);
  expect(reported).toContain(words);
  expect(reported).not.toContain("\n");
  expect(reported).not.toContain("\u001b");
});
