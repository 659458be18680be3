import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { targetMetrics, type MetricTarget } from "../../src/features/creators/target-metrics.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

type Series = [name: string, labels: Record<string, string>, value: number];

/** Reads the text format 0.0.4 as its definition says: letter by letter. Throws for anything else. */
function parsed(text: string): Series[] {
  const found: Series[] = [];
  const types = new Map<string, string>();
  expect(text.endsWith("\n")).toBe(true);
  for (const line of text.slice(0, -1).split("\n")) {
    const [, name, type] = /^# TYPE (\w+) (counter|gauge)$/.exec(line) ?? [];
    if (name !== undefined) types.set(name, type!);
    if (line.startsWith("# ")) continue;
    const [begin, metric] = /^([a-z_][a-z0-9_]*)/.exec(line)!;
    let at = begin!.length;
    const labels: Record<string, string> = {};
    if (line[at] === "{")
      for (at += 1; line[at] !== "}"; at += line[at] === "," ? 1 : 0) {
        const [whole, key] = /^([a-z_]+)="/.exec(line.slice(at))!;
        let value = "";
        for (at += whole!.length; line[at] !== '"'; at++) {
          if (at >= line.length) throw new Error(`unended: ${line}`);
          if (line[at] === "\\") {
            at += 1;
            const escape = { n: "\n", "\\": "\\", '"': '"' }[line[at]!];
            if (escape === undefined) throw new Error(`no escape: ${line}`);
            value += escape;
          } else value += line[at];
        }
        at += 1;
        labels[key!] = value;
      }
    if (line[at] === "}") at += 1;
    expect(line.slice(at), line).toMatch(/^ -?\d+(\.\d+)?(e[+-]\d+)?$/);
    expect(types.has(metric!), metric).toBe(true);
    found.push([metric!, labels, Number(line.slice(at))]);
  }
  return found;
}

const name = fc.oneof(
  fc.constantFrom('a"b', "a\\", "a\nb", 'x"} 1\ntallylight_up 1', "\ud800", "", "漢字", "\u202e"),
  fc.string({ unit: "binary", maxLength: 200 }),
);

const FROM = Date.UTC(2026, 0, 1);
const horizon = {
  now: FROM + 60_000,
  turn: 0,
  lastProof: FROM + 30_000,
  lastVerdict: FROM + 30_000,
  refused: {},
  rests: new Set<string>(),
};

const target = (more: Partial<MetricTarget>): MetricTarget => ({
  id: "tgt_1",
  name: "Maria",
  kind: "live",
  state: null,
  enabled: true,
  intervalSeconds: 60,
  consecutiveFaults: 0,
  lastOkAt: FROM,
  unknownSince: null,
  createdAt: FROM,
  ...more,
});

const tag = (views: number, label: string) => ({
  name: label,
  views: { value: views, low: 0 },
  uses: { value: null, low: 0 },
  position: 1,
  missing: 0,
});

test("whatever names are, the text is well-formed, has each series once, and stays bounded", async () => {
  let [known, omitted] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, fc.array(fc.tuple(name, fc.nat(1e9)), { maxLength: 30 }), fc.boolean()), {
        maxLength: 20,
      }),
      fc.nat(2000),
      async (all, more) => {
        const targets = all.map(([label, tags, isKnown], index) =>
          target({
            id: `tgt_${index}`,
            name: label,
            kind: "hashtag",
            unknownSince: isKnown ? null : FROM,
            state: {
              known: Object.fromEntries(tags.map(([text, views], n) => [`c${n}`, tag(views, text)])),
              readTo: null,
              doubt: null,
            } as never,
          }),
        );
        const deps = { targets: async () => targets, horizon: async () => horizon };
        const series = parsed(await targetMetrics(targets.length + more, deps));
        const keys = series.map(([metric, labels]) => JSON.stringify([metric, Object.entries(labels).sort()]));
        expect(new Set(keys).size).toBe(keys.length);
        const views = series.filter(([metric]) => metric === "tallylight_target_views");
        const wanted = all.reduce((sum, [, tags, isKnown]) => sum + (isKnown ? Math.min(20, tags.length) : 0), 0);
        expect(views).toHaveLength(wanted);
        for (const [, labels] of series)
          for (const value of Object.values(labels)) expect(Array.from(value).length).toBeLessThanOrEqual(90);
        const flags = series.filter(([metric]) => metric === "tallylight_target_known").map(([, , value]) => value);
        expect(flags.filter((value) => value === 1)).toHaveLength(all.filter(([, , isKnown]) => isKnown).length);
        expect(series).toContainEqual(["tallylight_targets_without_metrics", {}, more]);
        known += wanted;
        omitted += more;
      },
    ),
  );
  expect(Math.min(known, omitted)).toBeGreaterThan(20);
});

const live = (session: boolean, viewers?: number) => ({
  verdict: session ? "on" : "off",
  since: FROM,
  knownAt: null,
  room: "7",
  session: session
    ? {
        id: "s",
        room: "7",
        startedAt: FROM,
        startedAfter: null,
        lastOnAt: null,
        toldAt: FROM,
        ...(viewers === undefined ? {} : { info: { viewers } }),
      }
    : null,
  flip: null,
  baseline: false,
});

test("live and viewers are those of now, and who is unknown is missing rather than off", async () => {
  const targets = [
    target({ id: "tgt_on", state: live(true, 840) as never }),
    target({ id: "tgt_off", state: live(false) as never }),
    target({ id: "tgt_lost", state: live(true, 99) as never, unknownSince: FROM }),
    target({ id: "tgt_paused", state: live(true, 99) as never, enabled: false }),
    target({ id: "tgt_new" }),
  ];
  const text = await targetMetrics(5, { targets: async () => targets, horizon: async () => horizon });
  const of = (metric: string) =>
    Object.fromEntries(parsed(text).flatMap(([one, { target: id }, value]) => (one === metric ? [[id, value]] : [])));
  expect(of("tallylight_target_live")).toEqual({ tgt_on: 1, tgt_off: 0 });
  expect(of("tallylight_target_viewers")).toEqual({ tgt_on: 840 });
  expect(of("tallylight_target_known")).toEqual({ tgt_on: 1, tgt_off: 1, tgt_lost: 0, tgt_paused: 0, tgt_new: 0 });
});

test("the API has them on request alone, for a token that may read, a row for each target", async () => {
  for (const kind of ["live", "ranking", "hashtag", "products"]) {
    const { params, name: label } = targetKinds[kind]!.example;
    expect((await api.call("POST", "/v1/targets", { kind, name: label, params })).status).toBe(201);
  }
  const requested = async (query: string) => (await api.fetch(`/metrics${query}`)).text();
  expect(await requested("")).not.toContain("tallylight_target_");
  expect(await requested("?targets=false")).toBe(await requested(""));
  const series = parsed(await requested("?targets=true"));
  expect(series.filter(([metric]) => metric === "tallylight_target_known")).toHaveLength(4);
  expect((await api.fetch("/metrics?targets=yes")).status).toBe(400);
  expect((await api.fetch("/metrics?targets=true", {}, null)).status).toBe(401);
});

const dashboard = JSON.parse(readFileSync("examples/grafana/dashboard.json", "utf8")) as unknown;

/** What Grafana's dashboard schema requires of what is used here. */
const source = z.object({ type: z.literal("prometheus"), uid: z.string() });
const shape = z.object({
  uid: z.string().regex(/^[\w-]{1,40}$/),
  title: z.string().min(1),
  schemaVersion: z.int().min(36),
  editable: z.boolean(),
  time: z.object({ from: z.string(), to: z.string() }),
  annotations: z.object({ list: z.array(z.unknown()) }),
  templating: z.object({
    list: z.array(
      z.object({
        name: z.string(),
        type: z.enum(["datasource", "query"]),
        query: z.union([z.string(), z.object({ query: z.string() })]),
      }),
    ),
  }),
  panels: z.array(
    z.object({
      id: z.int().positive(),
      type: z.enum(["stat", "gauge", "timeseries", "state-timeline"]),
      title: z.string().min(1),
      datasource: source,
      gridPos: z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1), h: z.int().min(1) }),
      fieldConfig: z.object({ defaults: z.object({ unit: z.string() }), overrides: z.array(z.unknown()) }),
      options: z.object({}),
      targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1), datasource: source })).min(1),
    }),
  ),
});

test("the dashboard is one that Grafana takes, and asks for metrics and labels that exist", async () => {
  const { panels, templating } = shape.parse(dashboard);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from({ length: w * h }, (_, n) => `${x + (n % w)}/${y + Math.floor(n / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
  const text = await (await api.fetch("/metrics?targets=true")).text();
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, metric, type]) => [metric!, type!]));
  const queries = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...templating.list.flatMap(({ query }) => (typeof query === "string" ? [] : query.query)),
  ];
  const named = queries.flatMap((query) => query.match(/tallylight_\w+/g) ?? []);
  expect(named.length).toBeGreaterThanOrEqual(queries.length);
  for (const metric of named) expect([metric, types.has(metric)]).toEqual([metric, true]);
  // Only counters have a rate.
  for (const [, metric] of queries.join("\n").matchAll(/(?:rate|increase)\((\w+)/g))
    expect(types.get(metric!)).toBe("counter");
  const variables = new Set(templating.list.map((one) => one.name));
  for (const [, variable] of JSON.stringify(dashboard).matchAll(/\$\{?([a-z]\w*)/g))
    expect(variables).toContain(variable);
});
