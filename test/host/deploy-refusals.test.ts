import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fakeAccount, UPSTREAM } from "./fake-account.ts";

const { account, address, calls, change, deploy, deployAsProcess, path } = fakeAccount();

test("secrets are in no argument, no environment of wrangler, no output and no file that stays", async () => {
  const outputs = [(await deployAsProcess(UPSTREAM)).output];
  // The long run also gives them to a Worker that has them.
  if (process.env["LONG"]) outputs.push((await deployAsProcess({ ...UPSTREAM, LIMITS: "paid" })).output);
  const { worker: deployed } = await account();
  const texts = [...outputs, await readFile(path("calls.log"), "utf8")];
  texts.push(await readFile(path("wrangler.deploy.toml"), "utf8"));
  for (const secret of Object.values(deployed!.secrets))
    for (const text of texts) expect(text.includes(secret) || text.includes(JSON.stringify(secret))).toBe(false);
  const paths = (await calls()).flatMap((args) => args.filter((_one, index) => args[index - 1] === "--secrets-file"));
  expect(paths).toHaveLength(1);
  expect(existsSync(paths[0]!)).toBe(false);
});

test("who is not logged in is told how to log in, and nothing is made", async () => {
  await change({ loggedIn: false });
  const { code, output } = await deploy(UPSTREAM);
  expect(code).toBe(1);
  expect(output).toBe("✗ Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.\n");
  expect(existsSync(path("wrangler.deploy.toml"))).toBe(false);
});

test("what is missing is named, and nothing is made; in a build no secret is made for the log", async () => {
  const bare = await deploy();
  expect(bare.code).toBe(1);
  for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"])
    expect(bare.output).toContain(`✗ ${name} is missing`);
  const { ADMIN_TOKEN: _provided, ...rest } = UPSTREAM;
  expect((await deploy({ ...rest, CI: "true" })).output).toContain("✗ ADMIN_TOKEN is missing");
  expect((await account()).databases).toEqual([]);
  const built = await deploy({ ...rest, CI: "true", WORKERS_CI: "1" });
  expect(built.code).toBe(0);
  expect((await account()).worker!.secrets).not.toHaveProperty("ADMIN_TOKEN");
});

test("a build of the deploy button asks nothing of D1: Cloudflare created the database, and the Worker migrates it", async () => {
  const text = await readFile(path("wrangler.toml"), "utf8");
  await writeFile(path("wrangler.toml"), text.replace(/database_id = ".*"/, 'database_id = "id-of-the-button"'));
  const refused = { "d1 list": 9, "d1 migrations": 9, "d1 execute": 9, "d1 create": 9, "d1 time-travel": 9 };
  await change({ failures: refused, queues: ["tallylight-polls", "tallylight-deliveries"] });
  const button = { CI: "true", WORKERS_CI: "1" };
  const { code, output } = await deploy(button);
  expect([code, output]).toEqual([0, expect.stringContaining("✓ migrations (the Worker applies them itself)")]);
  expect((await calls()).filter(([command]) => command === "d1")).toEqual([]);
  expect(await readFile(path("wrangler.deploy.toml"), "utf8")).toContain('database_id = "id-of-the-button"');
  expect(await account()).toMatchObject({
    queues: ["tallylight-polls", "tallylight-deliveries", "tallylight-dead"],
    worker: { deployments: 2, variables: { PUBLIC_URL: address() }, secrets: {} },
  });
  // Elsewhere the same file means a database that must exist.
  expect(await deploy({ ...UPSTREAM, CI: "true" })).toMatchObject({ code: 1 });
});

test("a dry run needs no account, names each step and what is missing, and changes nothing", async () => {
  await change({ loggedIn: false });
  const before = await readdir(path(""));
  const { code, output } = await deploy({}, "--dry-run");
  expect(code).toBe(0);
  expect(output).toContain("400 KiB compressed, the limit for a Worker is 64 MiB");
  for (const word of [
    "UPSTREAM_PASSWORD is not set",
    "database tallylight",
    "tallylight-dead",
    "migrations",
    "PUBLIC_URL",
  ])
    expect(output).toContain(word);
  expect((await calls()).map((args) => args[1])).toEqual(["--dry-run"]);
  expect((await readdir(path(""))).filter((name) => name !== "calls.log")).toEqual(before);
});

test("wrong values stop both runs with all their names and none of them", async () => {
  const invalid = {
    ADMIN_TOKEN: "short-token",
    ENCRYPTION_KEYS: '{"k1":"c2hvcnQ="}',
    UPSTREAM_BASE_URL: "ftp://somewhere",
    UPSTREAM_OPERATIONS: "{broken",
    LIMITS: "local",
  };
  for (const args of [["--dry-run"], []]) {
    const { code, output } = await deploy({ ...UPSTREAM, ...invalid }, ...args);
    expect(code).toBe(1);
    for (const [name, value] of Object.entries(invalid)) {
      expect(output).toContain(`✗ ${name} `);
      if (name !== "LIMITS") expect(output).not.toContain(value);
    }
  }
  expect(await calls()).toEqual([]);
});

test("code that is too large for a Worker is not deployed", async () => {
  await change({ gzip: "66000.00" });
  const { code, output } = await deploy(UPSTREAM);
  expect([code, output.includes("✗ The code is too large: 66000 KiB")]).toEqual([1, true]);
});

test("a budget that the free plan's queue does not carry is refused, with the sum; the paid plan takes it", async () => {
  const more = { UPSTREAM_POLLS_PER_MINUTE: "121" };
  const refused = await deploy({ ...UPSTREAM, ...more });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("✗ UPSTREAM_POLLS_PER_MINUTE must be at most 120");
  expect(refused.output).toContain("2 × 3 × 1440 = 8640 of the 10000 queue operations of a day; 3 would be 12960");
  expect((await account()).databases).toEqual([]);
  expect((await deploy({ ...more, LIMITS: "free" }, "--dry-run")).code).toBe(1);
  const unknown = await deploy(more, "--dry-run");
  expect([unknown.code, unknown.output]).toEqual([
    0,
    expect.stringContaining("unless the Worker already has LIMITS=paid"),
  ]);
});

test("the budget and the plan that the Worker has count as well, whichever of the two is given later", async () => {
  expect((await deploy({ ...UPSTREAM, LIMITS: "paid" })).code).toBe(0);
  expect((await deploy({ UPSTREAM_POLLS_PER_MINUTE: "5000" })).code).toBe(0);
  expect((await deploy({ LIMITS: "free" })).output).toContain("✗ UPSTREAM_POLLS_PER_MINUTE must be at most 120");
  expect((await account()).worker!.variables["LIMITS"]).toBe("paid");
});

test.each([
  "http://127.0.0.1:8788",
  "https://203.0.113.7",
  "http://localhost:8788",
  "https://[2001:db8::1]",
  "http://nas.lan",
])("a polled service at %s is refused: Cloudflare could never reach it", async (UPSTREAM_BASE_URL) => {
  const { code, output } = await deploy({ ...UPSTREAM, UPSTREAM_BASE_URL });
  expect([code, output]).toEqual([1, expect.stringContaining("✗ UPSTREAM_BASE_URL must ")]);
  expect(await calls()).toEqual([]);
});

test("the demo's .dev.vars is left aside; a person's own is read", async () => {
  const own = "UPSTREAM_USERNAME=me\nUPSTREAM_PASSWORD='pass word'\n";
  await writeFile(path(".dev.vars"), `UPSTREAM_BASE_URL='http://127.0.0.1:8788'\n${own}`);
  const UPSTREAM_BASE_URL = "https://api.example.com";
  expect((await deploy({ UPSTREAM_BASE_URL })).output).toContain("✗ UPSTREAM_USERNAME is missing");
  await writeFile(path(".dev.vars"), own);
  expect((await deploy({ UPSTREAM_BASE_URL })).code).toBe(0);
  expect((await account()).worker!.secrets).toMatchObject({ UPSTREAM_USERNAME: "me", UPSTREAM_PASSWORD: "pass word" });
});
