import { readFile, stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { fakeAccount, SECRET, UPSTREAM } from "./fake-account.ts";

const { account, address, calls, change, deploy, deployAsProcess, path } = fakeAccount();

test("from nothing: makes everything, migrates before it deploys, and sets its address", async () => {
  const { code, output } = await deployAsProcess(UPSTREAM);
  expect(output).toContain(`${address()}/healthz answers ok`);
  expect(code).toBe(0);
  const now = await account();
  expect(now.databases).toEqual([{ name: "tallylight", uuid: "id-of-tallylight" }]);
  expect(now.queues.sort()).toEqual(["tallylight-dead", "tallylight-deliveries", "tallylight-polls"]);
  expect(now.migrations["id-of-tallylight"]).toEqual(now.files);
  expect(now.worker!.variables).toEqual({ UPSTREAM_BASE_URL: "https://api.example.com", PUBLIC_URL: address() });
  expect(now.worker!.secrets).toMatchObject(SECRET);
  expect(Object.keys(JSON.parse(now.worker!.secrets["ENCRYPTION_KEYS"]!))).toEqual(["k1"]);
  const order = (await calls()).map((args) => args.join(" "));
  expect(order.findIndex((call) => call.startsWith("d1 migrations apply"))).toBeLessThan(
    order.findIndex((call) => call.startsWith("deploy -c")),
  );
  expect(await readFile(path("wrangler.toml"), "utf8")).not.toContain("id-of-tallylight");
});

test("under another name it is another Worker, with a database and queues of its own", async () => {
  await deploy(UPSTREAM);
  const shipped = await account();
  await change({ worker: null });
  const { code, output } = await deploy(UPSTREAM, "--name", "tallylight-staging", "--location", "weur");
  expect([code, output]).toEqual([0, expect.stringContaining("✓ Worker tallylight-staging (deployed)")]);
  const now = await account();
  expect(now.databases.map(({ name }) => name)).toEqual(["tallylight", "tallylight-staging"]);
  const own = ["dead", "deliveries", "polls"].map((end) => `tallylight-staging-${end}`);
  expect(now.queues.slice(shipped.queues.length).sort()).toEqual(own);
  const written = await readFile(path("wrangler.deploy.tallylight-staging.toml"), "utf8");
  expect(written).toContain('name = "tallylight-staging"');
  expect(written).toContain('database_name = "tallylight-staging"');
  expect(
    written
      .match(/^(?:queue|dead_letter_queue) = ".*"$/gm)!
      .map((line) => /"(.*)"/.exec(line)![1])
      .sort(),
  ).toEqual([...own, own[1]!, own[2]!].sort());
  expect(await readFile(path("wrangler.deploy.toml"), "utf8")).not.toContain("staging");
  expect(
    (await calls()).filter((args) => args[1] === "create" && args[0] === "d1").map((args) => args.slice(2)),
  ).toEqual([["tallylight"], ["tallylight-staging", "--location", "weur"]]);
  expect((await deploy({ ...UPSTREAM, TALLYLIGHT_NAME: "tallylight-staging" })).output).toContain("Worker (unchanged)");
});

test.each([
  [["--name", "Not a name"], "--name must be"],
  [["--name", "x".repeat(60)], "--name must be"],
  [["--location", "mars"], "--location takes weur"],
])("%j is refused", async (args, words) => {
  const { code, output } = await deploy(UPSTREAM, ...args);
  expect([code, output]).toEqual([1, expect.stringContaining(words)]);
});

test("a second run makes nothing, sets no secret and deploys nothing", async () => {
  await deploy(UPSTREAM);
  const before = await account();
  const { code, output } = await deploy();
  expect(code).toBe(0);
  expect(output).toContain("Worker (unchanged)");
  expect(await account()).toEqual(before);
});

test("a change of code, or of one variable, deploys that and keeps all else", async () => {
  await deploy({ ...UPSTREAM, LIMITS: "paid", PUBLIC_URL: address() });
  await change({ code: "newer code" });
  expect((await deploy()).code).toBe(0);
  expect((await deploy({ UPSTREAM_POLLS_PER_MINUTE: "120" })).code).toBe(0);
  const now = await account();
  expect(now.worker!.deployments).toBe(3);
  expect(now.worker!.variables).toEqual({
    UPSTREAM_BASE_URL: "https://api.example.com",
    UPSTREAM_POLLS_PER_MINUTE: "120",
    LIMITS: "paid",
    PUBLIC_URL: address(),
  });
  expect(now.worker!.secrets).toMatchObject(SECRET);
});

test("secrets that it makes are kept for their owner, printed once, and survive a failure", async () => {
  const { ADMIN_TOKEN: _provided, ...rest } = UPSTREAM;
  await change({ failures: { "deploy -c": 1 } });
  expect((await deploy(rest)).code).toBe(1);
  const stored = path(".tallylight/deployed/tallylight.json");
  expect((await stat(stored)).mode & 0o777).toBe(0o600);
  const created = JSON.parse(await readFile(stored, "utf8")) as Record<string, string>;
  const { code, output } = await deploy(rest);
  expect(code).toBe(0);
  expect(output).toContain(created["ADMIN_TOKEN"]);
  expect(output).not.toContain(created["ENCRYPTION_KEYS"]);
  expect((await account()).worker!.secrets).toMatchObject(created);
  const again = await deploy(rest);
  expect(again.output).not.toContain(created["ADMIN_TOKEN"]);
  expect(again.output).toContain(stored);
});

test("a secret that the Worker has stays, unless it is named", async () => {
  await deploy(UPSTREAM);
  const UPSTREAM_PASSWORD = "another-secret-password";
  await deploy({ UPSTREAM_PASSWORD });
  expect((await account()).worker!.secrets["UPSTREAM_PASSWORD"]).toBe(SECRET.UPSTREAM_PASSWORD);
  const { code } = await deploy({ UPSTREAM_PASSWORD }, "--replace-secret", "UPSTREAM_PASSWORD");
  expect(code).toBe(0);
  expect((await account()).worker!.secrets["UPSTREAM_PASSWORD"]).toBe(UPSTREAM_PASSWORD);
});

test("goes on where an earlier run stopped, wherever that was", async () => {
  const commands = ["secret list", "d1 create", "queues create", "d1 migrations", "deploy -c"];
  await change({ failures: Object.fromEntries(commands.map((command) => [command, 1])) });
  for (const command of commands) {
    const { code, output } = await deploy(UPSTREAM);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(`✗ wrangler ${command.split(" -")[0]}.* failed: .*unwell`),
    ]);
  }
  expect((await deploy(UPSTREAM)).code).toBe(0);
  const now = await account();
  expect([now.databases.length, now.queues.length]).toEqual([1, 3]);
  expect(now.worker!.variables["PUBLIC_URL"]).toBe(address());
});

test("before it migrates a database that was there, it prints the Time Travel bookmark, and goes on without one", async () => {
  await deploy(UPSTREAM);
  const bookmark = "00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683";
  const { files } = await account();
  await change({ bookmark, migrations: { "id-of-tallylight": files.slice(0, -1) } });
  const { code, output } = await deploy();
  expect([code, output]).toEqual([0, expect.stringContaining(`bookmark before the migrations: ${bookmark}`)]);
  expect(output.indexOf(bookmark)).toBeLessThan(output.indexOf("✓ migrations (1 applied)"));
  const order = (await calls()).map((args) => args.slice(0, 3).join(" "));
  expect(order.lastIndexOf("d1 time-travel info")).toBeLessThan(order.lastIndexOf("d1 migrations apply"));
  expect((await deploy()).output).not.toContain(bookmark);

  await change({ bookmark: undefined, migrations: { "id-of-tallylight": files.slice(0, -1) } });
  const without = await deploy();
  expect([without.code, without.output]).toEqual([0, expect.stringContaining("Time Travel gave no bookmark")]);
});

test("a database below whose floor this version is gets neither migrations nor code", async () => {
  await deploy(UPSTREAM);
  await change({ floor: 1, code: "older code" });
  expect((await deploy()).code).toBe(0);
  await change({ floor: 9999, code: "much older code" });
  const before = await account();
  const { code, output } = await deploy();
  expect([code, output]).toEqual([1, expect.stringContaining("A newer Tallylight has changed the database")]);
  expect((await account()).worker).toEqual(before.worker);
});
