import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { listens, start, until, type Started } from "../support/started.ts";

const running: Started[] = [];
const folders: string[] = [];
const started = async (...args: Parameters<typeof start>) => {
  const one = await start(...args);
  running.push(one);
  return one;
};

afterEach(async () => {
  for (const one of running.splice(0)) await one.clean();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const addresses = async (one: Started) => ({
  base: (await one.printed(/API +(http:\S+)\/docs/))[1]!,
  simulator: (await one.printed(/Inbox +(http:\S+)\/inbox/))[1]!,
  token: (await one.printed(/Admin token +(\S+)/))[1]!,
});

interface InboxMessage {
  id: string;
  channelKind: string;
  method: string;
  path: string;
  text: string;
}

test("the first alert is in the inbox soon after ready, and the same Discord message is edited at the end", async () => {
  const one = await started({ TICK_SECONDS: "1" });
  const { base, simulator, token } = await addresses(one);
  const inbox = async () => (await (await fetch(`${simulator}/inbox.json`)).json()) as InboxMessage[];
  await until(
    async () => (await inbox()).some(({ channelKind, text }) => channelKind === "discord-bot" && /is live/.test(text)),
    "an alert",
  );
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/merge-patch+json" };
  const response = await fetch(`${base}/v1/targets?kind=live`, { headers });
  type Displayed = {
    id: string;
    name: string;
    params: { userId: string };
    status: { verdict: string; since: string | null };
  };
  const { items } = (await response.json()) as { items: Displayed[] };
  // Off for long: within the grace of a stream, a new room goes on with it.
  const {
    id: targetId,
    name,
    params,
  } = items.find(
    ({ status: { verdict, since } }) => verdict === "off" && Date.now() - Date.parse(since ?? "") > 60_000,
  )!;
  // Its end is told at once, not after the minutes in which a stream may go on.
  const at = `${base}/v1/targets/${targetId}`;
  const body = JSON.stringify({ settings: { confirmOff: 1, graceSeconds: 0 } });
  expect((await fetch(at, { method: "PATCH", headers, body })).status).toBe(200);
  const alerts = async () =>
    (await inbox()).filter(
      ({ channelKind, method, text }) =>
        channelKind === "discord-bot" && method === "POST" && /(is|are) live/.test(text) && text.includes(name),
    );
  const puts = (live: object) =>
    fetch(`${simulator}/_sim/live`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userId: params.userId, ...live }),
    });
  // A stream in a room of its own neither ends by itself nor began in the demo's history. Another may start with it.
  const before = new Set((await alerts()).map(({ id }) => id));
  const latest = async () => (await alerts()).find(({ id }) => !before.has(id));
  await puts({ on: true, roomId: "7770000000000000001" });
  await until(async () => (await latest()) !== undefined, "its alert");
  const { id } = (await latest())!;
  await puts({ on: false });
  const edited = ({ method, path, text }: InboxMessage) =>
    method === "PATCH" && path.includes(id) && /streamed for/i.test(text) && text.includes(name);
  await until(async () => (await inbox()).some(edited), "the edit");
  const kinds = new Set((await inbox()).map(({ channelKind }) => channelKind));
  expect(kinds).toEqual(new Set(["discord-bot", "slack-bot", "telegram", "webhook"]));
  expect(one.output()).toMatch(/live\.started +"/);
  expect(one.output()).not.toContain("demo:demo");
});

/** Ends it by a signal, and waits until nothing listens any more. */
async function endedBy(signal: NodeJS.Signals, one: Started): Promise<number | null> {
  const { base, simulator } = await addresses(one);
  expect(await listens(`${base}/healthz`)).toBe(true);
  expect(await listens(`${simulator}/healthz`)).toBe(true);
  one.process.kill(signal);
  const code = await one.ended;
  await until(
    async () => !(await listens(`${base}/healthz`)) && !(await listens(`${simulator}/healthz`)),
    "both ports closed",
  );
  return code;
}

test("what it knows is kept between runs that signals end with all they started; secrets it made are readable by their owner only", async () => {
  const open = await mkdtemp(join(tmpdir(), "tallylight-open-"));
  folders.push(open);
  await chmod(open, 0o755);
  const first = await started({ TICK_SECONDS: "0", SEED: "0" }, open);
  const { base, token } = await addresses(first);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const created = await fetch(`${base}/v1/watchlists`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "Kept" }),
  });
  expect(created.status).toBe(201);
  expect(first.output()).toContain("SEED=0: the demo is not set up");
  expect(first.output()).not.toContain("first alert");
  expect((await stat(join(first.state, "secrets.json"))).mode & 0o777).toBe(0o600);
  // Also of a folder that was open to others nothing is, not even what the runtime writes.
  const within = await readdir(first.state, { recursive: true });
  expect(within.some((name) => name.endsWith(".sqlite"))).toBe(true);
  for (const name of [".", ...within]) expect((await stat(join(first.state, name))).mode & 0o077, name).toBe(0);
  expect(await endedBy("SIGINT", first)).toBe(0);

  const second = await started({ TICK_SECONDS: "0", SEED: "0" }, first.state);
  const again = await addresses(second);
  expect(again.token).toBe(token);
  const lists = (await (await fetch(`${again.base}/v1/watchlists`, { headers })).json()) as {
    items: { name: string }[];
  };
  expect(lists.items.map(({ name }) => name)).toContain("Kept");
  expect(await endedBy("SIGTERM", second)).toBe(0);
});

test("a port that is taken is said so, in words", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const one = await started({ PORT: String(port) });
  expect(await one.ended).toBe(1);
  expect(one.output()).toContain(`port ${port} is taken`);
  server.close();
});

test.each([
  ...(process.env["LONG"]
    ? [
        [{ TICK_SECONDS: "soon" }, ["TICK_SECONDS"]],
        [{ PORT: "99999" }, ["PORT"]],
      ]
    : []),
  [
    {
      ADMIN_TOKEN: "short-token",
      ENCRYPTION_KEYS: '{"k1":"c2hvcnQ="}',
      UPSTREAM_BASE_URL: "ftp://x",
      UPSTREAM_USERNAME: "u",
      UPSTREAM_OPERATIONS: '{"live.check":{"path":"no-slash"}}',
    },
    ["ADMIN_TOKEN", "ENCRYPTION_KEYS", "UPSTREAM_BASE_URL", "UPSTREAM_PASSWORD", "UPSTREAM_OPERATIONS"],
  ],
] as [Record<string, string>, string[]][])(
  "wrong variables are named, never their values: %o",
  async (variables, names) => {
    const one = await started(variables);
    expect(await one.ended).toBe(1);
    for (const name of names) expect(one.output()).toContain(name);
    for (const value of Object.values(variables)) if (value.length > 4) expect(one.output()).not.toContain(value);
  },
);

const hasIpV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));

test.runIf(hasIpV6 && process.env["LONG"])("the demo starts on IPv6, with alerts", async () => {
  const one = await started({ HOST: "::1" });
  const { base, simulator } = await addresses(one);
  expect([new URL(base).hostname, new URL(simulator).hostname]).toEqual(["[::1]", "[::1]"]);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  const inbox = async () => (await (await fetch(`${simulator}/inbox.json`)).json()) as InboxMessage[];
  await until(async () => (await inbox()).some(({ text }) => /is live/.test(text)), "an alert");
});

test.runIf(process.env["LONG"])(
  "the demo starts on all addresses, as in a container, and where channels may not name this machine: it says that it sends nothing",
  async () => {
    const one = await started({ HOST: "0.0.0.0", ALLOW_LOCAL_WEBHOOKS: "false", TICK_SECONDS: "1" });
    const { base, token } = await addresses(one);
    expect(one.output()).not.toContain("did not start");
    expect(one.output()).toContain("ALLOW_LOCAL_WEBHOOKS=false: the demo sends nothing");
    const list = async (what: string) => {
      const answer = await fetch(`${base}/v1/${what}`, { headers: { authorization: `Bearer ${token}` } });
      return ((await answer.json()) as { items: unknown[] }).items.length;
    };
    expect([(await list("targets")) > 5, await list("channels")]).toEqual([true, 0]);
  },
);
