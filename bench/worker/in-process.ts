// The deployed Worker in a process that has just begun, with the database and the network stood in for: what its own code takes is
// the CPU of the thread that runs it, and of the whole process, whose other threads compile for it and collect what it drops.
import "../../test/support/platform-streams.ts";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { Doors } from "../../src/wiring/handlers.ts";
import { deployedFiles } from "../../test/support/deployed-files.ts";
import { setting } from "../../test/support/setting.ts";
import { sqliteD1 } from "../../test/support/sqlite-d1.ts";

/** CPU milliseconds. */
export interface Used {
  thread: number;
  process: number;
}

const ms = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

export const used = (): Used => ({ thread: ms(process.threadCpuUsage()), process: ms(process.cpuUsage()) });

export const since = (before: Used, now = used()): Used => ({
  thread: now.thread - before.thread,
  process: now.process - before.process,
});

let inDatabase: Used = { thread: 0, process: 0 };

/** What the database has taken since this was asked last. */
export function ofDatabase(): Used {
  const before = inDatabase;
  inDatabase = { thread: 0, process: 0 };
  return before;
}

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
export const worker = ((await import(pathToFileURL(bundle!).href)) as { default: Doors }).default;
/** Who is on air, by user id: the room. */
export const live = new Map<string, string>();
const headers = new Headers({ "content-type": "application/json" });
globalThis.fetch = (async (url: string) => {
  if (url.includes("discord")) return Response.json({ id: "1" });
  const user = url.slice(url.indexOf("user_id=") + "user_id=".length);
  const row = { alive: live.has(user), room_id: Number(live.get(user) ?? 0), user_id: user };
  const text = JSON.stringify({ code: 0, msg: "success", data: { data: [row], status_code: 0 } });
  return { status: 200, headers, body: bodyOf(text) };
}) as unknown as typeof fetch;

/** What a Worker's platform has ready in native code, Node loads at its first use. */
export async function loadPlatform(): Promise<void> {
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

export const database = new DatabaseSync(file!);
export const inner = sqliteD1(database);
/** What went to the queues. */
export const messages: { queue: string; body: unknown }[] = [];
const queue = (name: string) => ({
  send: async (body: unknown) => void messages.push({ queue: name, body }),
  sendBatch: async (all: { body: unknown }[]) => void messages.push(...all.map(({ body }) => ({ queue: name, body }))),
});
export const env = {
  DB: counted(inner),
  POLLS: queue("polls"),
  DELIVERIES: queue("deliveries"),
  ASSETS: deployedFiles,
  ...setting("https://upstream.example"),
  LIMITS: "free",
} as never;
// Its own log is not what is measured.
console.log = () => undefined;
