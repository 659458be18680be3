import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asText } from "../../host/runtime/capnp-text.ts";
import { d1, database, queue, queues, scriptOf } from "../../host/runtime/d1-and-queues.ts";
import { databasePath, databasesIn, scratchIn } from "../../host/runtime/database.ts";
import { miniflareWorkers } from "../../host/runtime/miniflare-workers.ts";
import { startRuntime, type Runtime } from "../../host/runtime/runtime.ts";
import { workerdCommand } from "../../host/runtime/workerd-command.ts";
import { writeConfiguration } from "../../host/runtime/configuration.ts";
import { until } from "../support/started.ts";

// D1 and Queues as the host configures them, with a Worker that only uses them.

/** A message with `fails` is retried each time in the queue "one"; everything that arrives is noted. */
const SCRIPT = `
const seen = [];
export default {
  async fetch(request, { DB, ONE, TEXT }) {
    const { pathname } = new URL(request.url);
    if (pathname === "/seen") return Response.json(seen);
    if (pathname === "/text") return new Response(TEXT);
    const asked = await request.json();
    if (pathname === "/send") return Response.json(await ONE.sendBatch(asked));
    try {
      const statements = asked.map(([sql, ...params]) => DB.prepare(sql).bind(...params));
      return Response.json((await DB.batch(statements)).map(({ results, meta }) => ({ results, changes: meta.changes })));
    } catch (thrown) {
      return new Response(String(thrown), { status: 500 });
    }
  },
  async queue(batch) {
    seen.push({ queue: batch.queue, at: Date.now(), messages: batch.messages.map(({ id, body, attempts }) => ({ id, body, attempts })) });
    if (batch.queue === "one") for (const message of batch.messages) if (message.body.fails) message.retry();
  },
};`;

interface Batch {
  queue: string;
  at: number;
  messages: { id: string; body: { name: string; fails?: boolean }; attempts: number }[];
}

const ID = "0a0b";
const TEXT = 'quotes " and \\ back\tslashes, ünd 表情 🙂';
const RETRIES = 2;
const BATCH = 3;

let root: string;
let state: string;
let runtime: Runtime | undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "tallylight-d1-"));
  // A path that a configuration cannot contain as it is.
  state = join(root, "état (ключ) 'x'");
  await mkdir(dirname(databasePath(state, ID)), { recursive: true });
  runtime = await started();
});
afterAll(async () => {
  await runtime?.stop();
  await rm(root, { recursive: true, force: true });
});

async function started(): Promise<Runtime> {
  const { modules, files } = scriptOf("tried", [{ path: "tried.js", contents: SCRIPT }]);
  const producers = [{ binding: "ONE", queue: "one" }];
  const consumers = [
    { queue: "one", max_batch_size: BATCH, max_batch_timeout: 0, max_retries: RETRIES, dead_letter_queue: "dead" },
    { queue: "dead", max_batch_timeout: 0 },
  ];
  const texts = miniflareWorkers();
  const parts = [d1(databasesIn(state), texts), queues("tried", producers, consumers as never, texts)];
  const bindings = [database("DB", ID), ...producers.map(queue), { name: "TEXT", text: TEXT }];
  const worker = { modules, compatibilityDate: "2026-10-20", bindings };
  const config = {
    services: [{ name: "tried", worker }, ...parts.flatMap((one) => one.services)],
    sockets: [{ name: "tried", service: "tried", http: {} }],
    extensions: parts.flatMap((one) => one.extensions),
    logging: { structuredLogging: true },
  };
  const all = Object.assign({}, files, ...parts.map((one) => one.files)) as Record<string, string>;
  const file = await writeConfiguration(scratchIn(state), asText(config), all);
  const sockets = [{ name: "tried", host: "127.0.0.1", port: 0 }];
  return startRuntime(
    { command: workerdCommand(), file, environment: {}, sockets } as unknown as Parameters<typeof startRuntime>[0],
    { log: () => undefined, begun: () => undefined },
  );
}

async function call(path: string, body?: unknown) {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`http://127.0.0.1:${runtime!.port("tried")}${path}`, init);
  return { status: answer.status, text: await answer.text() };
}
const seen = async (): Promise<Batch[]> => JSON.parse((await call("/seen")).text) as Batch[];
const rows = async (...statements: unknown[][]) => JSON.parse((await call("/batch", statements)).text) as object[];

test("a text reaches a Worker as it is, whatever is in it", async () => {
  expect((await call("/text")).text).toBe(TEXT);
});

test("a batch of statements is applied completely or not at all, and stays after a start", async () => {
  await rows(["CREATE TABLE one (id INTEGER PRIMARY KEY, name TEXT)"]);
  const insert = "INSERT INTO one (id, name) VALUES (?, ?)";
  expect(await rows([insert, 1, "a"], [insert, 2, null])).toMatchObject([{ changes: 1 }, { changes: 1 }]);
  const failed = await call("/batch", [
    [insert, 3, "c"],
    [insert, 1, "again"],
  ]);
  expect(failed).toEqual({ status: 500, text: expect.stringContaining("UNIQUE constraint failed: one.id") as string });
  await runtime!.stop();
  expect(existsSync(databasePath(state, ID))).toBe(true);
  runtime = await started();
  expect(await rows(["SELECT * FROM one ORDER BY id"])).toMatchObject([
    {
      results: [
        { id: 1, name: "a" },
        { id: 2, name: null },
      ],
    },
  ]);
});

test("messages arrive in batches of the consumer's size, and later ones after their delay", async () => {
  const sent = ["a", "b", "c", "d", "e"].map((name) => ({ body: { name } }));
  const began = Date.now();
  await call("/send", [{ body: { name: "late" }, delaySeconds: 1 }, ...sent]);
  const names = async () => (await seen()).flatMap(({ messages }) => messages.map(({ body }) => body.name));
  await until(async () => (await names()).includes("late"), "the late message");
  const batches = await seen();
  expect(batches.map(({ messages }) => messages.map(({ body }) => body.name).join(""))).toEqual(["abc", "de", "late"]);
  expect(batches[2]!.at - began).toBeGreaterThanOrEqual(1000);
});

test("a message that fails is tried again as often as the consumer says, then it is in the dead-letter queue", async () => {
  const before = (await seen()).length;
  await call("/send", [{ body: { name: "bad", fails: true } }, { body: { name: "good" } }]);
  await until(async () => (await seen()).some(({ queue: name }) => name === "dead"), "the dead letter");
  const all = (await seen())
    .slice(before)
    .flatMap(({ queue: name, messages }) =>
      messages.map((one) => ({ queue: name, id: one.id, name: one.body.name, attempts: one.attempts })),
    );
  const bad = all.filter(({ name }) => name === "bad");
  expect(bad.map(({ queue: name, attempts }) => [name, attempts])).toEqual([
    ...Array.from({ length: RETRIES + 1 }, (_, n) => ["one", n + 1]),
    ["dead", 1],
  ]);
  expect(new Set(bad.map(({ id }) => id)).size).toBe(1);
  expect(all.filter(({ name }) => name === "good")).toHaveLength(1);
});
