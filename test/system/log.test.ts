import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sentenceOf } from "../../src/wiring/log/sentence.ts";
import { addCreators } from "../support/creators.ts";
import { startSystem, subscribeAll } from "../support/system.ts";

const START = Date.UTC(2026, 0, 5, 12);

test("ids in the log lead from an alert to its tick, and a terminal shows sentences", async () => {
  const system = await startSystem();
  try {
    await addCreators(system, ["7012"], { name: 'Maria\n{"log":"error"}' });
    await subscribeAll(system, ["webhook"]);
    await system.tick(START);
    system.upstream.live.set("7012", "7457312345678901234");
    await system.tick(START + 60_000);
    const entries = system.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const of = (kind: string) => entries.filter(({ log }) => log === kind);
    const [delivery] = of("delivery");
    expect(delivery).toMatchObject({ status: "sent", kind: "webhook", reason: null });
    const [event] = of("event").filter(({ id }) => (delivery!["events"] as string[]).includes(id as string));
    const tick = "2026-01-05T12:01:00.000Z";
    expect(event).toMatchObject({ type: "live.started", tick, name: 'Maria\n{"log":"error"}' });
    expect(of("tick")).toContainEqual({ log: "tick", tick, batches: 1, shortestSeconds: 60 });
    expect(of("poll")).toContainEqual({ log: "poll", tick, slot: 0, polled: 1, faults: 0, events: 1 });
    const shown = system.log.flatMap((line) => sentenceOf(line) ?? []);
    expect(shown).toEqual([
      String.raw`live.started   "Maria\n{\"log\":\"error\"}"  ${String(event!["id"])}`,
      `sent           webhook "webhook"  ${String(delivery!["id"])}`,
    ]);
  } finally {
    await system.stop();
  }
});

test("lines of others are shown as they are, errors with their request", () => {
  for (const line of ["The runtime ended", "{", '{"log":"other"}', '{"log":"toString"}'])
    expect(sentenceOf(line)).toBe(line);
  const error = { level: "error", log: "error", where: "api", requestId: "r1", message: "no" };
  expect(sentenceOf(JSON.stringify(error))).toBe("api, request r1: no");
});

test("the page about the log names each kind of entry", () => {
  const page = readFileSync("docs/how-to/logs.md", "utf8");
  const code = readFileSync("src/wiring/log/sentence.ts", "utf8");
  const kinds = [...code.matchAll(/^ {2}(\w+)(?:: \(|\(\{)/gm)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(6);
  expect(
    [...page.matchAll(/^\| `(\w+)` \|/gm)]
      .map(([, kind]) => kind)
      .filter((kind) => kind !== "log")
      .toSorted(),
  ).toEqual(kinds.toSorted());
});
