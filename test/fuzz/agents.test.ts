import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isObject, objectIn, type Json, type JsonObject } from "../../src/core/json.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { hostileWorld } from "../support/hostile-world.ts";
import { runs } from "../support/runs.ts";
import { TOKEN } from "../support/setting.ts";

// Calls of all tools, with any arguments, in a world full of hostile names.

let api: RunningApi;
let tools: { name: string; inputSchema: JsonObject }[] = [];
/** Ids and names that are there, by which a call does something. */
let known: string[] = [];

/** One request of an agent. Its answer must be JSON-RPC, whatever was asked. */
async function asked(method: string, params: object): Promise<JsonObject> {
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await api.send(new Request("http://api.test/mcp", { method: "POST", headers, body }));
  const text = await response.text();
  expect([response.status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return JSON.parse(text.replace(/^(?:event: message\n)?data: /, "")) as JsonObject;
}

beforeAll(async () => {
  api = await runSqliteApi();
  await hostileWorld(api);
  tools = ((await asked("tools/list", {}))["result"] as unknown as { tools: typeof tools }).tools;
  for (const path of ["targets?limit=60", "watchlists", "channels", "subscriptions", "silences", "events"]) {
    const { items } = (await (await api.fetch(`/v1/${path}`)).json()) as { items: JsonObject[] };
    known.push(...items.slice(0, 30).flatMap(({ id, name }: JsonObject) => [id, name ?? id] as string[]));
  }
  known = known.filter((one) => one.length <= 200);
});
afterAll(() => api.stop());

const instants = fc.oneof(
  { weight: 6, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: fc.constantFrom("", "today", "2026-13-01T00:00:00Z") },
);

const anyText = fc.oneof(
  { weight: 8, arbitrary: fc.nat().map((n) => known[n % known.length]!) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 250 }) },
  { weight: 2, arbitrary: fc.constantFrom("", "live.started", "live.*", "lastMonth", "2026-03", "7012", "@maria") },
  { weight: 1, arbitrary: instants },
);

const idOf = (prefix: RegExp) =>
  fc.nat().map((n) => {
    const ids = known.filter((one) => prefix.test(one));
    return ids[n % ids.length]!;
  });

/** Values with which a call does something, by the argument's name. */
const fitting: Record<string, fc.Arbitrary<Json>> = {
  id: idOf(/^(?:sil|sub)_/),
  channel: idOf(/^ch_/),
  creator: idOf(/^tgt_/),
  events: fc.subarray(["live.started", "live.*", "ranking.moved"], { minLength: 1 }),
};

/** A value that a schema describes, most of the time; else any. */
function valueOf(schema: JsonObject, own?: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> {
  const items = isObject(schema["items"]) ? valueOf(schema["items"]) : anyText;
  const ofType: Record<string, fc.Arbitrary<Json | undefined>> = {
    integer: fc.integer({ min: -1, max: 700 }),
    boolean: fc.boolean(),
    array: fc.array(items, { maxLength: 4 }) as fc.Arbitrary<Json>,
    ...(schema["type"] === "object" ? { object: argumentsOf(schema) } : {}),
  };
  if (schema["format"] === "date-time") return instants;
  const any = ofType[String(schema["type"])] ?? anyText;
  const usual = own === undefined ? any : fc.oneof(own, any);
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<Json> });
}

/** Required arguments, most of the time, and up to two others. */
function argumentsOf({ properties, required }: JsonObject): fc.Arbitrary<JsonObject> {
  const own = Object.entries({ ...objectIn(properties), unknown: {} }).map(
    ([name, one]) => [name, valueOf(objectIn(one), fitting[name])] as const,
  );
  const needed = (name: string) => (required as string[] | undefined)?.includes(name) === true;
  const optional = own.map(([name]) => name).filter((name) => !needed(name));
  return fc
    .tuple(
      fc.record(Object.fromEntries(own)),
      fc.subarray(optional, { maxLength: Math.min(2, optional.length) }),
      fc.nat(12),
    )
    .map(([all, some, left]) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => (needed(name) ? left > 0 : some.includes(name)))),
    ) as fc.Arbitrary<JsonObject>;
}

/** All texts of a value. */
const textsIn = (value: Json | undefined): string[] =>
  typeof value === "string"
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(textsIn)
      : isObject(value)
        ? Object.values(value).flatMap(textsIn)
        : [];

/** The beginnings of hostile names. */
const HOSTILE = /<script|<\/bdi|Donaudampf|{{name}}|@everyone|<svg|猫カフェ/;

test("any call is answered in the API's words, and marks what comes from outside", async () => {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), async (n, seed) => {
      const tool = tools[n % tools.length]!;
      const [args] = fc.sample(argumentsOf(tool.inputSchema), { numRuns: 1, seed });
      const { result, error } = (await asked("tools/call", { name: tool.name, arguments: args! })) as {
        result?: { isError?: boolean; content: { text: string }[]; structuredContent?: JsonObject };
        error?: { code: number; message: string };
      };
      const said = error?.message ?? result!.content[0]!.text;
      const outcome = error !== undefined || result!.isError === true ? "refused" : "done";
      outcomes.set(`${outcome} ${tool.name}`, (outcomes.get(`${outcome} ${tool.name}`) ?? 0) + 1);
      expect(said).not.toContain(TOKEN);
      expect(said).not.toMatch(/ at \S+\.ts:|SQLITE|D1_ERROR|\[object/);
      expect(said.length).toBeLessThan(60_000);
      if (outcome === "refused") {
        expect(error?.code ?? 0).not.toBe(-32_603);
        expect(said.length).toBeGreaterThan(5);
      } else {
        expect(result!.structuredContent).toEqual(JSON.parse(said));
        const unmarked = textsIn(result!.structuredContent).map((text) => text.replaceAll(/⟦[^⟧]*⟧/g, ""));
        const echoed = new Set(textsIn(args));
        expect(unmarked.filter((text) => HOSTILE.test(text) && !echoed.has(text))).toEqual([]);
      }
    }),
    { numRuns: runs(5000) },
  );
  // Every tool did its work and refused some.
  for (const { name } of tools) expect([name, outcomes.get(`done ${name}`) ?? 0]).not.toEqual([name, 0]);
  expect([...outcomes.keys()].filter((one) => one.startsWith("refused")).length).toBeGreaterThan(tools.length / 2);
});
