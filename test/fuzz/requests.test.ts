import { afterAll, beforeAll, expect, test } from "vitest";
import { Jar } from "../support/jar.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { runs } from "../support/runs.ts";
import { startOnRuntime, type System } from "../support/system.ts";
import { readDocument, type Document, type Operation } from "./document.ts";
import { judgeOf, type Judge } from "./judge.ts";
import { createPool, type Pool, random } from "./random.ts";
import { createdRequest, type CreatedRequest } from "./requests.ts";
import { asCurl, hangUp, send, type Answer } from "./send.ts";
import { TOKEN } from "../support/setting.ts";

const SIDE_BY_SIDE = 12;
const SEEDED_EVERY = 200;
/** Further requests for operations that none of the others did well. */
const MORE = 1_000;
/** In the future, so that the ticks say what time it is. */
const T0 = Date.UTC(2030, 0, 7, 6);

const seed = Number(process.env["SEED"] ?? 20_261_123);

let system: System;
let receiver: TestServer;
let document: Document;
let judge: Judge;
const pool: Pool = createPool();
let exported: unknown = null;
let seeded = 0;

beforeAll(async () => {
  receiver = await serve((_request, body, response) => {
    for (const [, key] of body.matchAll(/\/pictures\/([\w-]+)\.png/g)) pool.learnPicture(key!);
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"ok":true,"id":"1","ts":"1.2","channel":"C1"}');
  });
  system = await startOnRuntime({
    SLACK_API_BASE_URL: receiver.url,
    DISCORD_API_BASE_URL: receiver.url,
    PUBLIC_URL: "https://tallylight.example",
  });
  document = readDocument((await system.api("GET", "/openapi.json")).body);
  judge = judgeOf(document);
  await seedWorld();
});
afterAll(async () => {
  hangUp();
  await system?.stop();
  await receiver?.close();
});

/** A little of everything, with events and deliveries, that deletions leave alone; and some that they are to find. */
async function seedWorld(): Promise<void> {
  const spare = async (path: string, body: object): Promise<string> => {
    const created = await system.api("POST", path, body);
    expect([path, created.status, created.body.errors ?? created.body.detail ?? null]).toEqual([path, 201, null]);
    pool.learn(path, created.body);
    return created.body.id;
  };
  const make = async (path: string, body: object): Promise<string> => {
    const id = await spare(path, body);
    pool.keep(id);
    return id;
  };
  /** The oldest make room for others: of some there may be few. */
  const makeRoom = async (path: string, most: number) => {
    const { items } = (await system.api("GET", `${path}?limit=200`)).body as { items: { id: string }[] };
    for (const { id } of items.slice(0, Math.max(0, items.length - most))) {
      await system.api("DELETE", `${path}/${id}?cascade=true`);
      pool.forget(`${path}/${id}`);
    }
  };
  await makeRoom("/v1/boards", 20);
  await makeRoom("/v1/digests", 50);
  await makeRoom("/v1/tokens", 50);
  const round = ++seeded;
  const at = T0 + round * 600_000;
  const userId = String(1000 + round);
  await system.tick(at);
  const live = { kind: "live", name: "Seed", params: { userId }, announceInitial: true };
  const targetId = await make("/v1/targets", live);
  await make("/v1/goals", { targetId, hours: 40 });
  for (let times = 0; times < 3; times++) await spare("/v1/goals", { targetId, validDays: 20 });
  const settings = { url: `${receiver.url}/slack/services/T1/B1/x` };
  const channelId = await make("/v1/channels", { kind: "slack", name: "Seed", settings });
  const subscription = { name: "Seed", events: ["*"], channelId };
  await make("/v1/subscriptions", subscription);
  // Those that requests create go with their channels before anybody deletes them.
  for (let times = 0; times < 5; times++) await spare("/v1/subscriptions", subscription);
  const digestId = await make("/v1/digests", { name: "Seed", channelId, schedule: "0 9 * * 1", period: "P1D" });
  const editing = { kind: "discord", name: "Seed", settings: { url: `${receiver.url}/discord/api/webhooks/1/t` } };
  const editingId = await make("/v1/channels", editing);
  await spare("/v1/boards", { name: "Spare", channelId: editingId });
  await make("/v1/boards", { name: "Seed", channelId: editingId });
  await spare("/v1/watchlists", { name: `Spare ${round}` });
  await make("/v1/feed-keys", { name: "Seed" });
  await make("/v1/hooks", { name: "Seed" });
  await make("/v1/chats", { kind: "discord", scopes: "read" });
  const silence = { type: "ranking.*", until: "2099-01-01T00:00:00Z" };
  await make("/v1/silences", silence);
  for (let times = 0; times < 3; times++) await spare("/v1/silences", silence);
  await make("/v1/tokens", { name: "Seed", scopes: ["read"] });
  // Several, as deletions of them are to find some.
  const own = { "sec-fetch-site": "same-origin", origin: system.base };
  const browser = () => new Jar((request) => fetch(request, { redirect: "manual" }));
  for (let times = 0; times < 5; times++) await browser().send("/sign-in", { token: TOKEN }, own, system.base);
  pool.learn("/v1/sign-ins", (await system.api("GET", "/v1/sign-ins")).body);
  system.upstream.live.set(userId, `9${userId}`);
  await system.tick(at + 60_000);
  await system.tick(at + 120_000);
  await system.api("POST", `/v1/digests/${digestId}/run`);
  await system.settled();
  for (const path of ["/v1/events", "/v1/deliveries"]) pool.learn(path, (await system.api("GET", path)).body);
}

/** Sends a request and says what is wrong with its answer. */
async function tried(request: CreatedRequest): Promise<{ answer: Answer; wrong: string | null }> {
  const answer = await send(system.base, request);
  const wrong = judge(request, answer);
  const sort = /"type":"\/problems\/([\w-]+)"/.exec(answer.body.toString())?.[1];
  if (sort !== undefined) pool.learnProblem(sort);
  if (request.method === "DELETE" && answer.status === 204) pool.forget(request.path);
  if (wrong === null && answer.status < 300 && String(answer.headers["content-type"]).startsWith("application/json")) {
    const body: unknown = answer.body.length === 0 ? null : JSON.parse(answer.body.toString());
    pool.learn(request.operation?.path ?? request.path, body);
    if (request.operation?.operationId.startsWith("export") === true) exported = body;
  }
  return { answer, wrong };
}

/** The same request at once and again: carried out once, and told the same each time. */
async function repeated(request: CreatedRequest): Promise<string | null> {
  const answers = await Promise.all([send(system.base, request), send(system.base, request)]);
  answers.push(await send(system.base, request));
  const invalid = answers.map((answer) => judge(request, answer)).find((one) => one !== null);
  if (invalid !== undefined) return invalid;
  const good = answers.filter(({ status }) => status < 300);
  if (good.length === 0) return null;
  if (good.some(({ body }) => !body.equals(good[0]!.body))) return "answers a repetition otherwise";
  const anew = good.filter(({ headers }) => headers["idempotency-replayed"] === undefined);
  return anew.length > 1 ? `is carried out ${anew.length} times` : null;
}

/** What takes the key of a feed or hook, an account or the name of an operation, which are not made here: test/api/feeds and test/system/service. */
const UNGUESSED = [
  "getLiveCalendar",
  "getForecastCalendar",
  "getEventFeed",
  "getBadge",
  "hint",
  "getClientReport",
  "getDigestTable",
  "setAccount",
  "setOperation",
  "deleteOperation",
];

test("no request is answered by a failure, and every answer is what the document says", async () => {
  const count = runs(50_000, 250);
  const failures: string[] = [];
  const well = new Map<string, number>();
  const statuses = new Map<number, number>();
  let next = 0;
  const one = async (operations: Operation[]): Promise<void> => {
    const index = next++;
    const chance = random(seed * 1_000_003 + index);
    const among = { ...document, operations };
    const request = createdRequest({ document: among, pool, chance, receiver: receiver.url, token: TOKEN, exported });
    const once = request.method === "POST" && request.sent !== undefined && chance.chance(0.06);
    if (once) request.headers["idempotency-key"] = `once-${seed}-${index}`;
    const { answer, wrong } = once
      ? { answer: null, wrong: await repeated(request).catch(String) }
      : await tried(request).catch((thrown: unknown) => ({ answer: null, wrong: String(thrown) }));
    if (answer !== null) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const name = request.operation?.operationId;
    if (answer !== null && answer.status < 400 && name !== undefined) well.set(name, (well.get(name) ?? 0) + 1);
    if (wrong === null) return;
    const reported = answer === null ? "" : `${answer.status} ${answer.body.toString().slice(0, 600)}`;
    failures.push(`${index}: ${wrong}\n${asCurl(system.base, request)}\n${reported}\n`);
  };
  const work = async (end: number): Promise<void> => {
    while (next < end && failures.length < 20) await one(document.operations);
  };
  // Nobody deletes meanwhile what is being made.
  while (next < count && failures.length < 20) {
    const end = Math.min(count, next + SEEDED_EVERY);
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => work(end)));
    await seedWorld();
  }
  // Which requests find something to work with depends on what ran beside them: the rest is asked for by itself.
  const missing = () =>
    document.operations.filter(({ operationId }) => !well.has(operationId) && !UNGUESSED.includes(operationId));
  for (let more = 0; more < MORE && missing().length > 0; more++) {
    if (more % 50 === 0) await seedWorld();
    await one(missing());
  }
  const sums = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  console.log(`${next} requests, SEED=${seed}; ${sums.join(", ")}`);
  expect(failures.join("\n")).toBe("");
  expect(system.log.filter((line) => line.includes(`"where":"api"`))).toEqual([]);
  expect(missing().map(({ operationId }) => operationId)).toEqual([]);
}, 1_200_000);
