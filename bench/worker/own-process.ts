// What a tick of forty takes of the Worker's own code, in a process that has just begun: the database and the network are
// stood in for, and the time of the first is taken off. It is the CPU of the thread that runs the code, and of the whole
// process, whose other threads compile for it and collect what it drops. Arguments: the Worker's bundle and the database's file.
import "../../test/support/platform-streams.ts";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { readMigrations } from "../../scripts/host/migrations.ts";
import type { Doors } from "../../src/doors.ts";
import { migrate } from "../../test/support/migrate.ts";
import { sqliteD1 } from "../../test/support/sqlite-d1.ts";
import { fill, MINUTE, START, userOf, WARM_UPS } from "./forty.ts";
import { setting } from "../../test/support/setting.ts";

const WARM = 15;

/** CPU milliseconds. */
interface Used {
  thread: number;
  process: number;
}

const ms = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

const used = (): Used => ({ thread: ms(process.threadCpuUsage()), process: ms(process.cpuUsage()) });

const since = (before: Used, now = used()): Used => ({
  thread: now.thread - before.thread,
  process: now.process - before.process,
});

let inDatabase: Used = { thread: 0, process: 0 };
async function timed<T>(work: () => Promise<T>): Promise<T> {
  const before = used();
  const result = await work();
  const spent = since(before);
  inDatabase = { thread: inDatabase.thread + spent.thread, process: inDatabase.process + spent.process };
  return result;
}

interface Statement {
  bind(...values: unknown[]): Statement;
  all(): Promise<unknown>;
  run(): Promise<unknown>;
  first(column?: string): Promise<unknown>;
}

/** The same database, its time counted. */
function counted(inner: ReturnType<typeof sqliteD1>): object {
  const wrap = (one: Statement): object => ({
    ...one,
    bind: (...values: unknown[]) => wrap(one.bind(...values)),
    all: () => timed(() => one.all()),
    run: () => timed(() => one.run()),
    first: (column?: string) => timed(() => one.first(column)),
  });
  return {
    prepare: (text: string) => wrap(inner.prepare(text) as unknown as Statement),
    batch: (all: D1PreparedStatement[]) => timed(() => inner.batch(all)),
  };
}

/** A body of one piece, which costs next to nothing. */
const bodyOf = (text: string) => ({
  getReader: () => ({
    async readAtLeast(_bytes: number, view: Uint8Array) {
      const { written } = new TextEncoder().encodeInto(text, view);
      return { value: new Uint8Array(view.buffer, 0, written), done: false };
    },
    cancel: async () => undefined,
  }),
});

const [bundle, file] = process.argv.slice(2);
const worker = ((await import(pathToFileURL(bundle!).href)) as { default: Doors }).default;
const live = new Map<string, string>();
const headers = new Headers({ "content-type": "application/json" });
globalThis.fetch = (async (url: string) => {
  if (url.includes("discord")) return Response.json({ id: "1" });
  const user = url.slice(url.indexOf("user_id=") + "user_id=".length);
  const row = { alive: live.has(user), room_id: Number(live.get(user) ?? 0), user_id: user };
  const text = JSON.stringify({ code: 0, msg: "success", data: { data: [row], status_code: 0 } });
  return { status: 200, headers, body: bodyOf(text) };
}) as unknown as typeof fetch;

/** What a Worker's platform has ready in native code, Node loads at its first use. */
async function loadPlatform(): Promise<void> {
  const key = await crypto.subtle.importKey("raw", new Uint8Array(32), "AES-GCM", false, ["encrypt", "decrypt"]);
  const algorithm = {
    name: "AES-GCM",
    iv: crypto.getRandomValues(new Uint8Array(12)),
    additionalData: new Uint8Array(1),
  };
  await crypto.subtle.decrypt(algorithm, key, await crypto.subtle.encrypt(algorithm, key, new Uint8Array(1)));
  await crypto.subtle.digest("SHA-256", new TextEncoder().encode(crypto.randomUUID()));
  AbortSignal.any([AbortSignal.timeout(1), new AbortController().signal]);
  new TextDecoder().decode(await new Response(btoa(new URL("https://a.example/").href)).bytes());
  new Request("https://a.example/", { headers: { a: "b" } }).headers.get("a");
  await fetch("https://upstream.example/?user_id=1");
  await inner.batch([inner.prepare("SELECT ?1 AS one").bind(1)]);
}

const inner = sqliteD1(new DatabaseSync(file!));
const messages: { queue: string; body: unknown }[] = [];
const queue = (name: string) => ({
  send: async (body: unknown) => void messages.push({ queue: name, body }),
  sendBatch: async (all: { body: unknown }[]) => void messages.push(...all.map(({ body }) => ({ queue: name, body }))),
});
const env = {
  DB: counted(inner),
  POLLS: queue("polls"),
  DELIVERIES: queue("deliveries"),
  ...setting("https://upstream.example"),
  LIMITS: "free",
} as never;
// Its own log is not what is measured.
console.log = () => undefined;

async function filled(): Promise<void> {
  await migrate(inner as never, await readMigrations());
  await fill((url, init) => worker.fetch(new Request(url, init) as never, env, {} as never) as never);
}

const asked = process.argv[4];
if (asked === "fill") await filled();
else {
  const last = await inner.prepare("SELECT last_tick_at FROM ticker WHERE id = 1").first<number>("last_tick_at");
  let at = Math.max(START, Number(last));
  const tick = async (): Promise<Used> => {
    const before = used();
    inDatabase = { thread: 0, process: 0 };
    at += MINUTE;
    await worker.scheduled({ scheduledTime: at, cron: "* * * * *" } as never, env, {} as never);
    for (let next = messages.shift(); next !== undefined; next = messages.shift())
      await worker.queue({ queue: next.queue, messages: [{ body: next.body }] } as never, env, {} as never);
    return since(inDatabase, since(before));
  };
  const times = async (count: number): Promise<Used[]> => {
    const all: Used[] = [];
    for (let n = 0; n < count; n++) all.push(await tick());
    return all;
  };
  await loadPlatform();
  const cold = await times(1);
  await times(WARM_UPS);
  const warm = await times(WARM);
  const telling: Used[] = [];
  for (let n = 0; n < WARM; n++) {
    live.set(userOf(n), `74573127456789${10_000 + n}`);
    telling.push(...(await times(1)));
  }
  live.clear();
  await times(2);
  process.stdout.write(JSON.stringify({ cold, warm, "with an alert": telling }));
}
