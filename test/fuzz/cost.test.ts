import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { startOnRuntime, type System } from "../support/system.ts";
import { cpuOf, runtimes, slowness } from "./spoil.ts";
import { readDocument, type Document } from "./document.ts";
import { hostileRequests, type HostileRequest } from "./hostile.ts";
import { TOKEN } from "../support/setting.ts";

/** Beside other tests a process is charged for what they evict: what grows faster than its input passes this many times over. */
const MAX_MS = process.env["LONG"] ? 1000 : 3000;
const EVERY = process.env["LONG"] ? 1 : 4000;
const LARGE_EVERY = process.env["LONG"] ? 1 : 16;
const seed = Number(process.env["SEED"] ?? 20_260_301);

const hashOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE();

/** As many requests are measured together; only where they take long is each measured by itself. */
const TOGETHER = process.env["LONG"] ? 1 : 8;

let system: System;
let receiver: TestServer;
let document: Document;
const ids: Record<string, string> = {};
beforeAll(async () => {
  receiver = await serve((_request, _body, response) => {
    response.end("{}");
  });
  system = await startOnRuntime();
  document = readDocument((await system.api("GET", "/openapi.json")).body);
  const make = async (collection: string, body: object) => {
    const created = await system.api("POST", `/v1/${collection}`, body);
    expect([collection, created.status]).toEqual([collection, 201]);
    return (ids[collection] = created.body.id as string);
  };
  await make("watchlists", { name: "Music" });
  await make("targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
  const url = `${receiver.url}/hook`;
  const channelId = await make("channels", { kind: "webhook", name: "hook", settings: { url } });
  await make("subscriptions", { name: "All", events: ["*"], channelId });
  await make("digests", { name: "Weekly", channelId, schedule: "0 9 * * 1" });
  await make("silences", { type: "ranking.*", until: "2099-01-01T00:00:00Z" });
  await make("tokens", { name: "One", scopes: ["read"] });
  ids["deliveries"] = "dlv_none";
});
afterAll(async () => {
  await system?.stop();
  await receiver?.close();
});

/** The status of the answer; 0 where it came before the whole body had gone. */
async function sent({ method, path, type, body }: HostileRequest): Promise<number> {
  const headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` };
  if (method !== "GET") headers["content-type"] = type;
  try {
    const response = await fetch(system.base + path, {
      method,
      headers,
      ...(method === "GET" ? {} : { body: body() }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

test.skipIf(!existsSync("/proc/self/stat"))(
  "no request takes more than a second of CPU, whatever its bytes",
  async () => {
    const [pid, ...rest] = runtimes();
    expect([typeof pid, rest]).toEqual(["number", []]);
    const used = async (act: () => Promise<unknown>): Promise<number> => {
      const before = cpuOf(pid!);
      await act();
      return cpuOf(pid!) - before;
    };
    const costs: { name: string; ms: number; status: number }[] = [];
    // What is dear once may have met the garbage of another: the lesser of two is its own.
    const measured = async (request: HostileRequest) => {
      let status = 0;
      const once = async () => used(async () => (status = await sent(request)));
      const ms = Math.min(await once(), await once());
      costs.push({ name: request.name, ms, status });
    };
    const allowed = MAX_MS * slowness();
    let batch: HostileRequest[] = [];
    const flush = async () => {
      const statuses: number[] = [];
      const ms = await used(async () => {
        for (const request of batch) statuses.push(await sent(request));
      });
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      if (ms > allowed / 2) for (const request of batch) await measured(request);
      else costs.push({ name: batch.map(({ name }) => name).join("; "), ms: ms / batch.length, status: 0 });
      batch = [];
    };
    let count = 0;
    for (const request of hostileRequests(document, ids)) {
      // Of the many small ones some, others with another seed.
      if (hashOf(`${seed} ${request.name}`) % (request.small ? EVERY : LARGE_EVERY) !== 0) continue;
      count += 1;
      batch.push(request);
      if (!request.small || batch.length >= TOGETHER) await flush();
    }
    if (batch.length > 0) await flush();
    const dearest = costs.toSorted((a, b) => b.ms - a.ms).slice(0, 12);
    const displayed = dearest.map(({ ms, status, name }) => `${Math.round(ms)} ms ${status} ${name.slice(0, 120)}`);
    console.log(`${count} requests of at most ${Math.round(allowed)} ms; the dearest:\n${displayed.join("\n")}`);
    expect(costs.filter(({ ms, status }) => ms > allowed && status !== 0)).toEqual([]);
  },
  1_200_000,
);
