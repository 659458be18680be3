import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentedRoutes } from "../../tools/openapi/documented-routes.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi({ WRITES_PER_MINUTE: "1000000" });
});
afterAll(() => api.stop());

const MIB = 1024 * 1024;
const MAX_BYTES = 8 * 1024;

const long = (sign: string): string => sign.repeat(Math.floor((MIB - 100) / new TextEncoder().encode(sign).length));
const json = (value: unknown): string => JSON.stringify(value);

/** Bodies of about a mebibyte, by what is wrong with them. */
const BODIES: Record<string, string> = {
  "a name that is not known": `{"${long("k")}":1}`,
  "a name of signs that JSON escapes": `{"${"\\u0001".repeat(170_000)}":1}`,
  "a name of wide signs": `{"${long("🧨")}":1}`,
  "many names": `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join()}}`,
  "names below a known one": `{"settings":{"${long("s")}":1},"params":{"${long("p").slice(0, 9)}":1}}`,
  "a long name of a query": `{"method":"GET","path":"/x","query":{"${long("q")}":1},"fields":{"${"f".repeat(99_999)}":1}}`,
  "long values": json({
    kind: long("x").slice(0, 200_000),
    name: long("y").slice(0, 300_000),
    operation: "z".repeat(100_000),
    watchlistId: "w".repeat(100_000),
    channelId: "c".repeat(100_000),
    events: Array(2000).fill("e".repeat(100)),
    template: { ["t".repeat(20_000)]: "{{".repeat(20_000) },
  }),
  "many wrong things": `[${Array(200_000).fill("0").join()}]`,
  "many wrong things in a document": `{"version":1,"targets":[${Array(200_000).fill("0").join()}]}`,
  "long things in a document": json({ version: 1, channels: [{ ["x".repeat(500_000)]: 1, id: "i".repeat(400_000) }] }),
  "a list that nobody knows in a document": `{"version":1,"${long("l").slice(0, 900_000)}":[]}`,
  "no JSON": long("{"),
  "a depth": "[".repeat(500_000),
};

const TABLES: Record<string, string> = {
  "a header of CSV": `kind,name,${long("h")}\nlive,a,b\n`,
  "many headers of CSV": `${Array.from({ length: 90_000 }, (_, n) => `h${n}`).join()}\n1\n`,
  "a cell of CSV": `kind,name,userId\n${long("c")},a,1\n`,
};

const YAMLS: Record<string, string> = {
  "a name of YAML": `version: 1\n? ${long("y")}\n: 1\n`,
  "an alias of YAML": `version: 1\ntargets: *${long("a")}\n`,
  "a tag of YAML": `version: 1\ntargets: !${long("t")} x\n`,
};

const ids: Record<string, string> = { id: "tgt_none", name: "live.check", key: "none", targetId: "none", sort: "none" };
const filled = (path: string, value?: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => value ?? ids[name] ?? "none");

/** The requests that are answered with more than they should be, or not at all. */
async function wordy(requests: [what: string, path: string, init: RequestInit][]): Promise<string[]> {
  const found: string[] = [];
  for (const [what, path, init] of requests) {
    const response = await api.fetch(path, init);
    const text = await response.text();
    if (response.status < 400) continue;
    const bytes = new TextEncoder().encode(text).length;
    const headers = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (bytes > MAX_BYTES || headers > MAX_BYTES / 2 || response.status === 500)
      found.push(`${what}: ${response.status} of ${bytes} bytes, ${headers} of headers`);
  }
  return found;
}

/** Each route takes a twelfth of the bodies and of the parameters, another one than the route before it; all of them in the long run. */
const shareOf = <One>(all: One[], place: number): One[] =>
  process.env["LONG"] ? all : all.filter((_, n) => (n + place) % 12 === 0);

describe.each(documentedRoutes.map(({ method, path }, place) => [method.toUpperCase(), path, place] as const))(
  "%s %s",
  (method, path, place) => {
    const takes = method !== "GET" && method !== "DELETE";

    test.skipIf(!takes)("says back little of a long body", async () => {
      const channel = { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/x" } };
      const id = path.includes("/channels/{id}")
        ? (await api.call("POST", "/v1/channels", channel)).body.id
        : undefined;
      const at = filled(path, path.includes("/watchlists/{id}") ? "wl_default" : id);
      const bodies: [string, Record<string, string>][] = [
        ["application/json", BODIES],
        ...(method === "PATCH" ? [["application/merge-patch+json", BODIES] as [string, Record<string, string>]] : []),
        ["text/csv", TABLES],
        ["application/x-ndjson", BODIES],
        ["application/yaml", YAMLS],
        [`text/${"t".repeat(20_000)}`, { "a long media type": "{}" }],
      ];
      const requests = bodies.flatMap(([type, all]) =>
        shareOf(Object.entries(all), place).map(([what, body]): [string, string, RequestInit] => [
          `${type.slice(0, 20)}: ${what}`,
          at,
          { method, headers: { "content-type": type }, body },
        ]),
      );
      expect(await wordy(requests)).toEqual([]);
    });

    test("says back little of a long path, query or header", async () => {
      const [some, part, at] = [long("x"), "x".repeat(15_000), filled(path)];
      const parameters = `limit cursor since until kind watchlistId status type q enabled format secrets dryRun cascade key theme period ${some}`;
      const headers = ["idempotency-key", "if-match", "if-none-match", "accept", "content-type", "authorization"];
      expect(
        await wordy([
          ["a long path", filled(path, some), { method }],
          ["many parameters", `${at}?${"a=1&b=2&".repeat(10_000)}`, { method }],
          ...shareOf(parameters.split(" "), place).map((name): [string, string, RequestInit] => [
            name.slice(0, 20),
            `${at}?${name}=${some}`,
            { method },
          ]),
          ...headers.map((name): [string, string, RequestInit] => [name, at, { method, headers: { [name]: part } }]),
        ]),
      ).toEqual([]);
    });
  },
);
