import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { NO_DATABASE } from "../../host/deploy/project.ts";
import { databasePath } from "../../host/runtime/database.ts";
import { RuntimeFailure } from "../../host/runtime/runtime.ts";
import { startProblem, wordsFor } from "../../host/runtime/main.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { listens, start, until, type Started } from "../support/started.ts";

const QUIET = { TICK_SECONDS: "0", SEED: "0" };

const running: Started[] = [];
const folders: string[] = [];
let service: TestServer | undefined;

const started = async (...args: Parameters<typeof start>) => {
  const one = await start(...args);
  running.push(one);
  return one;
};

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-start-"));
  folders.push(folder);
  return folder;
};

afterEach(async () => {
  for (const one of running.splice(0)) await one.clean();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  await service?.close();
  service = undefined;
});

// Each starts several processes: a machine with other work may take its time.
vi.setConfig({ testTimeout: 240_000 });
afterAll(() => vi.resetConfig());

const READY = /API +(http:\S+)\/docs/;

test("a second start on the same folder is refused, and the first goes on; nothing of a killed one is left, and its folder is free", async () => {
  const first = await started(QUIET);
  const [, base] = await first.printed(READY);
  const [, simulator] = await first.printed(/Inbox +(http:\S+)\/inbox/);
  const second = await started(QUIET, first.state);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Tallylight is already running on ${first.state} (process ${first.process.pid})`);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  expect(await listens(`${simulator}/healthz`)).toBe(true);
  first.process.kill("SIGKILL");
  await first.ended;
  await until(
    async () => !(await listens(`${base}/healthz`)) && !(await listens(`${simulator}/healthz`)),
    "both ports closed",
  );
  if (!process.env["LONG"]) return;
  const third = await started(QUIET, first.state);
  await third.printed(READY);
});

test.skipIf(!process.env["LONG"])("of two starts at once on a new folder exactly one runs", async () => {
  const folder = await newFolder();
  const both = await Promise.all([started(QUIET, folder), started(QUIET, folder)]);
  const loser = await Promise.race(both.map(async (one) => (await one.ended, one)));
  const winner = both.find((one) => one !== loser)!;
  expect(loser.output()).toContain(`Tallylight is already running on ${folder}`);
  const [, base] = await winner.printed(READY);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
});

test.runIf(process.env["LONG"])(
  "once it answers at all, every request works: the first change of a new folder too",
  async () => {
    const reserved = await serve(() => undefined);
    const { port } = new URL(reserved.url);
    await reserved.close();
    const token = "test_admin_token_0123456789abcdef0123456789";
    for (let round = 0; round < 2; round++) {
      const one = await started({ ...QUIET, PORT: port, ADMIN_TOKEN: token });
      const base = `http://127.0.0.1:${port}`;
      const statuses: number[] = [];
      while (statuses.at(-1) !== 201 && one.process.exitCode === null) {
        const answer = await fetch(`${base}/v1/watchlists`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ name: "First" }),
        }).catch(() => null);
        if (answer !== null) statuses.push(answer.status);
        else await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(statuses).toEqual([201]);
      await one.clean();
    }
  },
);

/** A state folder, and the file of its database with this content. */
async function folderWith(content: string): Promise<{ folder: string; file: string }> {
  const folder = await newFolder();
  const file = databasePath(folder, NO_DATABASE);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return { folder, file };
}

const change = (file: string, sql: string) => {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
};

// `test/host/damage.test.ts` says the second half of the database alone.
test.runIf(process.env["LONG"])(
  "a database that a newer version wrote starts while its migrations are additive, and is refused below its floor",
  async () => {
    const first = await started(QUIET, await newFolder());
    await first.printed(READY);
    first.process.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    const folder = first.state;
    const file = databasePath(folder, NO_DATABASE);
    change(
      file,
      `CREATE TABLE of_the_future (id INTEGER PRIMARY KEY); ALTER TABLE targets ADD of_the_future TEXT;
     INSERT INTO d1_migrations (name) VALUES ('9999_from_the_future.sql')`,
    );
    await writeFile(join(folder, "host.json"), '{"pid":1,"version":"9.9.9"}');
    const older = await started(QUIET, folder);
    const [, base] = await older.printed(READY);
    expect(await (await fetch(`${base}/healthz`)).json()).toMatchObject({ status: "ok" });
    // Its own Worker says so too, where the database changes under it.
    change(file, "UPDATE ticker SET schema_floor = 9999");
    expect(await (await fetch(`${base}/healthz`)).json()).toMatchObject({ status: "down", reasons: ["schema"] });
    older.process.kill("SIGTERM");
    await older.ended;

    await writeFile(join(folder, "host.json"), '{"pid":1,"version":"9.9.9"}');
    const refused = await started(QUIET, folder);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(
      /A newer Tallylight \(9\.9\.9\) has changed the database in .*, up to 9999_from_the_future\.sql, so this version can't use it/,
    );
  },
);

test("a database that is damaged is refused within seconds and left as it is", async () => {
  const { folder, file } = await folderWith("this is no database".repeat(1000));
  const damaged = await started(QUIET, folder);
  expect(await damaged.ended).toBe(1);
  expect(damaged.output()).toContain(`${basename(file)} is damaged`);
  expect(damaged.output()).toContain("npm run restore");
  expect(damaged.output()).not.toMatch(/workerd|kj::|\n +at /);
});

test("a database of no bytes is refused with what to do, and once it is away the folder begins anew", async () => {
  const { folder, file } = await folderWith("");
  const empty = await started(QUIET, folder);
  const ready = empty.printed(READY).then(
    () => "ready",
    () => empty.ended,
  );
  expect(await Promise.race([empty.ended, ready])).toBe(1);
  expect(empty.output()).toMatch(/The database \S+ is empty \(0 bytes\).*npm run restore -- FILE.*or delete the file/);
  if (!process.env["LONG"]) return;
  await rm(file);
  const fresh = await started(QUIET, folder);
  await fresh.printed(READY);
});

test("a state folder that cannot be one is said so", async () => {
  const file = join(await newFolder(), "a-file");
  await writeFile(file, "x");
  const one = await started(QUIET, file);
  expect(await one.ended).toBe(1);
  expect(one.output()).toContain(`The folder ${file} can't be used`);
  expect(one.output()).not.toMatch(/\n +at /);
});

test("too little memory is said in words, whoever it was that got too little, and so is a port that went away", () => {
  const killed = Object.assign(new Error("Command failed"), { signal: "SIGKILL", stderr: "" });
  const heap = Object.assign(new Error("Command failed"), { signal: null, stderr: "JavaScript heap out of memory" });
  const runtime = new RuntimeFailure("");
  for (const thrown of [killed, heap, runtime]) {
    const reported = startProblem(thrown, 100 * 1024 * 1024) as Error;
    expect(reported.message).toMatch(
      /(?:not enough|too little) memory: starting needs about 400 MB, and 100 MB are free/,
    );
  }
  const taken = new RuntimeFailure('Socket "direct:2:default": bind(): Address already in use (os error 98)');
  expect((startProblem(taken, 0) as Error).message).toMatch(/Another program took a port/);
  const bug = new TypeError("x is not a function");
  expect(startProblem(bug, 0)).toBe(bug);
});

const REAL = { ...QUIET, UPSTREAM_USERNAME: "someone", UPSTREAM_PASSWORD: "a-password-of-theirs" };

const ANSWERS: [status: number, words: RegExp][] = [
  [401, /The data service rejects the credentials \(401\): correct the\s+account\s+in the environment/],
  [200, /The data service responds and accepts the credentials/],
];

// What it says is in the test below, and in `test/host/first-call.test.ts`.
test.runIf(process.env["LONG"]).each(ANSWERS)(
  "with a real service that answers %i the start says so before it is ready, and starts",
  async (status, words) => {
    const calls: string[] = [];
    service = await serve((request, _body, response) => {
      calls.push(request.url!);
      response.writeHead(status, { "content-type": "application/json" });
      response.end('{"code":200,"data":{"data":[{"alive":false,"room_id":1,"room_id_str":"1"}]}}');
    });
    const one = await started({ ...REAL, UPSTREAM_BASE_URL: service.url });
    const [, base] = await one.printed(READY);
    const reported = one.output();
    expect(reported).toMatch(words);
    expect(reported.search(words)).toBeLessThan(reported.search(READY));
    expect(reported).not.toContain("a-password-of-theirs");
    expect(calls).toHaveLength(1);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  },
);

test("what the first answer of the service means, and what to do", () => {
  const fault = (kind: string, status: number | null) => ({ status, fault: { kind, status, detail: "at /data" } });
  expect(wordsFor({ status: 200, fault: null })).toBe(null);
  expect(wordsFor(fault("refused", 403))).toMatch(/UPSTREAM_USERNAME/);
  expect(wordsFor(fault("refused", 428))).toMatch(/expired/);
  expect(wordsFor(fault("throttled", 429))).toMatch(/asks us to slow down/);
  expect(wordsFor(fault("gone", 404))).toMatch(/doesn't know the path \(404\): set UPSTREAM_BASE_URL/);
  expect(wordsFor(fault("unreachable", 503))).toMatch(/has an error \(503\)/);
  expect(wordsFor(fault("unreachable", null))).toMatch(/doesn't answer: check UPSTREAM_BASE_URL/);
  expect(wordsFor(fault("malformed", 200))).toMatch(/not as expected \(at \/data\)/);
});

// What it says is in the test above; that it starts whatever it says, in the one before.
test.skipIf(!process.env["LONG"])("with nobody at the service's address it says so and starts", async () => {
  const one = await started({ ...REAL, UPSTREAM_BASE_URL: "http://127.0.0.1:9" });
  await one.printed(READY);
  expect(one.output()).toMatch(/The data service doesn't answer: check UPSTREAM_BASE_URL/);
});

// `test/host/sealed.test.ts` says the same of the database alone.
test.runIf(process.env["LONG"])(
  "without a key that a channel needs it does not start, and says which; unless it is told to",
  async () => {
    const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
    const [old, fresh] = [JSON.stringify({ k1: keyOf(1) }), JSON.stringify({ k2: keyOf(2) })];
    const provided = { ...QUIET, ADMIN_TOKEN: "a".repeat(40) };
    const first = await started({ ...provided, ENCRYPTION_KEYS: old });
    const [, base] = await first.printed(READY);
    const created = await fetch(`${base}/v1/channels`, {
      method: "POST",
      headers: { authorization: `Bearer ${provided.ADMIN_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/hook" } }),
    });
    expect(created.status).toBe(201);
    first.process.kill("SIGTERM");
    await first.ended;
    const refused = await started({ ...provided, ENCRYPTION_KEYS: fresh }, first.state);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('ENCRYPTION_KEYS lacks the key "k1", and 1 channel needs it');
    expect(refused.output()).toContain("START_WITHOUT_KEYS=true");
    for (const byte of [1, 2]) expect(refused.output()).not.toContain(keyOf(byte));
    const notified = await started({ ...provided, ENCRYPTION_KEYS: fresh, START_WITHOUT_KEYS: "true" }, first.state);
    await notified.printed(READY);
  },
);

// `test/host/settings-file.test.ts` says the same of the file alone.
test.runIf(process.env["LONG"])(
  "settings of the state folder are used, a typo among them stops the start, and one that others can read is warned about: after too little memory",
  async () => {
    const folder = await newFolder();
    const file = join(folder, "tallylight.env");
    await writeFile(file, "UPSTREAM_BASEURL=https://api.example.com\n", { mode: 0o644 });
    const refused = await started(QUIET, folder);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("there is no variable UPSTREAM_BASEURL. Did you mean UPSTREAM_BASE_URL?");
    const token = "from_the_settings_file_0123456789abcdef";
    await writeFile(file, `ADMIN_TOKEN=${token}\n`);
    const NODE_OPTIONS = `--import ${resolve("test/support/small-memory.mjs")}`;
    const one = await started({ ...QUIET, NODE_OPTIONS }, folder);
    const [, base] = await one.printed(READY);
    expect(one.output()).toMatch(/^! There may not be enough memory: .* this process may have 200 MB\. .*\n/);
    expect(one.output()).toContain(`chmod 600 ${file}`);
    expect((await fetch(`${base}/v1/tokens`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(one.output()).not.toContain(token);
  },
);
