import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";
import { fieldsIn } from "./connecting.ts";

const SERVICE = "/first-steps/service";
const [MARIA, LENA] = ["7012", "7018"];

interface Answered {
  status?: number;
  body: unknown;
}

let api: RunningApi;
let me: Visitor;
let service: TestServer;
let answer: (ids: string[], url: URL) => Answered;
const calls: string[] = [];

const isLive = (id: string): boolean => id === MARIA;
const isKnown = (id: string): boolean => id === MARIA || id === LENA;
const rowOf = (id: string) => ({ user: { uid: Number(id) }, alive: isLive(id) });
const single = (id: string): Answered => ({ body: { data: { alive: isLive(id) } } });

beforeAll(async () => {
  service = await serve((request, _body, response) => {
    const url = new URL(request.url!, "http://x");
    calls.push(url.search);
    const ids = (url.searchParams.get("uid") ?? url.searchParams.get("uids") ?? "").split(",");
    const { status = 200, body } = answer(ids, url);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  api = await runSqliteApi({ LIMITS: "local", UPSTREAM_POLLS_PER_MINUTE: "10000" });
  for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete api.env[name];
});
beforeEach(async () => {
  await api.clear();
  me = await context(api);
  calls.length = 0;
});
afterAll(() => Promise.all([api.stop(), service.close()]));

const form = () =>
  Object.entries({ "/account/baseUrl": `${service.url}/live?uid=${MARIA}&room={roomId}`, live: MARIA, off: LENA });

/** Connects the service. Returns what its page says of several, and the check that is stored. */
async function connected() {
  const tried = await me.send(SERVICE, form());
  expect(tried.text).toContain("7012</bdi> is live");
  const kept = await me.send(`${SERVICE}/keep`, Object.entries(fieldsIn(tried.text.replaceAll("&#39;", "'"))));
  expect(kept.status).toBe(303);
  const { body } = await api.call("GET", "/v1/export");
  const check = (body.operations as { name: string }[]).find(({ name }) => name === "live.check");
  return { words: /One call can check[^<]*/.exec(tried.text)?.[0] ?? null, check };
}

const LIST = { rows: "/items", rowUser: "/user/uid", verdict: "/alive", on: [true], off: [false] };

test.each<[string, typeof answer, { words: string | null; query: object; most?: number }]>([
  [
    "takes fifty by the same parameter",
    (ids) => ({ body: ids.length === 1 ? single(ids[0]!).body : { items: ids.filter(isKnown).map(rowOf) } }),
    {
      words: "One call can check 50 creators, so 120 creators every minute take 3 calls.",
      query: { uid: "{userIds}" },
      most: 50,
    },
  ],
  [
    "takes them by the plural of its parameter, in any order, strangers among them",
    (ids, url) =>
      url.searchParams.has("uids")
        ? { body: { items: [rowOf("9"), ...ids.filter(isKnown).map(rowOf)].toReversed() } }
        : ids.length === 1
          ? single(ids[0]!)
          : { status: 400, body: { message: "uid must be a number" } },
    {
      words: "One call can check 50 creators, so 120 creators every minute take 3 calls.",
      query: { uids: "{userIds}" },
      most: 50,
    },
  ],
  [
    "cuts its answers off after twenty",
    (ids) => ({ body: ids.length === 1 ? single(ids[0]!).body : { items: ids.slice(0, 20).map(rowOf) } }),
    {
      words: "One call can check 20 creators, so 120 creators every minute take 6 calls.",
      query: { uid: "{userIds}" },
      most: 20,
    },
  ],
  [
    "refuses made-up ids: polls will find out how many it takes",
    (ids) =>
      ids.length > 2
        ? { status: 404, body: { message: "not found" } }
        : { body: ids.length === 1 ? single(ids[0]!).body : { items: ids.map(rowOf) } },
    {
      words: "One call can check 50 creators, so 120 creators every minute take 3 calls.",
      query: { uid: "{userIds}" },
      most: 50,
    },
  ],
  ["answers about the first alone", (ids) => single(ids[0]!), { words: null, query: { uid: "{userId}" } }],
  [
    "answers with the first row alone",
    (ids) => ({ body: ids.length === 1 ? single(ids[0]!).body : { items: [rowOf(ids[0]!)] } }),
    { words: null, query: { uid: "{userId}" } },
  ],
  [
    "says the same of both",
    (ids) => ({
      body: ids.length === 1 ? single(ids[0]!).body : { items: ids.map((id) => ({ ...rowOf(id), alive: true })) },
    }),
    { words: null, query: { uid: "{userId}" } },
  ],
  [
    "says the contrary of what it says of each",
    (ids) => ({
      body:
        ids.length === 1 ? single(ids[0]!).body : { items: ids.map((id) => ({ ...rowOf(id), alive: !isLive(id) })) },
    }),
    { words: null, query: { uid: "{userId}" } },
  ],
  [
    "has rows that name nobody",
    (ids) => ({ body: ids.length === 1 ? single(ids[0]!).body : { items: ids.map((id) => ({ alive: isLive(id) })) } }),
    { words: null, query: { uid: "{userId}" } },
  ],
  [
    "refuses two",
    (ids) => (ids.length === 1 ? single(ids[0]!) : { status: 400, body: { message: "one at a time" } }),
    { words: null, query: { uid: "{userId}" } },
  ],
])("a service that %s", async (_words, answers, { words, query, most }) => {
  answer = answers;
  const found = await connected();
  expect(found.words).toBe(words);
  expect(found.check).toMatchObject(most === undefined ? { query } : { ...LIST, query, most });
  // The two by themselves and at most three more, once more the two and both at once, and their first poll.
  expect(calls.length).toBeLessThanOrEqual(9);
  const { body } = await api.call("GET", "/v1/targets");
  const verdicts = body.items.map((one: { status: { verdict: string } }) => one.status.verdict).toSorted();
  expect(verdicts).toEqual(["off", "on"]);
});
