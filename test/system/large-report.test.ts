import { afterAll, beforeAll, describe, expect, test } from "vitest";
import readXlsxFile from "read-excel-file/node";
import { addCreators, userIds } from "../support/creators.ts";
import { allPages, startSystem, subscribeAll, type System } from "../support/system.ts";

describe("large report", () => {
  describe("large report", () => {
    let system: System;
    beforeAll(async () => {
      system = await startSystem({ LIMITS: "local", SEED: "0" });
    }, 120_000);
    afterAll(() => system.stop());

    test("the report of 5,000 creators is a workbook with a row for each, on the runtime that deployments use", async () => {
      const rows = Array.from({ length: 5000 }, (_, n) => ({
        kind: "live",
        name: `Creator ${n} <&> "quoted"`,
        params: { userId: String(70_000_000 + n) },
        enabled: false,
      }));
      const { body } = await system.api("POST", "/v1/targets/import", rows);
      expect(body.summary).toEqual({ created: 5000, existing: 0, failed: 0 });
      const answer = await fetch(`${system.base}/v1/reports/airtime?period=thisMonth&format=xlsx`, {
        headers: system.headers,
      });
      expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
        200,
        'attachment; filename="airtime-thisMonth.xlsx"',
      ]);
      const [sheet, people] = await readXlsxFile(Buffer.from(await answer.arrayBuffer()));
      expect(people!.data.filter(([name]) => String(name).startsWith("Creator ")).length).toBe(5000);
      expect(people!.data.at(-1)![0]).toBe("5,000 creators in total");
      expect(sheet!.data.length).toBe(5001);
      expect(sheet!.data[0]!.slice(0, 3)).toEqual(["targetId", "name", "handle"]);
      expect(new Set(sheet!.data.slice(1).map(([id]) => id)).size).toBe(5000);
      expect(sheet!.data.slice(1).every(([, name]) => /^Creator \d+ <&> "quoted"$/.test(String(name)))).toBe(true);
    });
  });

  describe("bulk", () => {
    const TARGETS = process.env["LONG"] ? 10_000 : 2_000;
    let system: System;
    afterAll(() => system.stop());

    test("thousands of targets are imported and polled, each once", async () => {
      system = await startSystem({ UPSTREAM_POLLS_PER_MINUTE: "20000" });
      const rows = Array.from({ length: TARGETS }, (_, n) => ({
        kind: "live",
        name: `Creator ${n}`,
        params: { userId: String(100_000 + n) },
      }));
      const imported = await system.api("POST", "/v1/targets/import", rows);
      expect(imported.body.items.filter(({ id }: { id?: string }) => id?.startsWith("tgt_"))).toHaveLength(TARGETS);
      await system.tick(Date.UTC(2026, 0, 5, 12));
      expect(new Set(system.upstream.calls.map(({ query }) => query.get("user_id"))).size).toBe(TARGETS);
      expect(system.upstream.calls).toHaveLength(TARGETS);
      expect(system.log.filter((line) => /error/i.test(line))).toEqual([]);
    });
  });
});

describe("endless bodies", () => {
  const MINUTE = 60_000;
  const ROOM = "7457312345678901234";
  let now = Date.UTC(2026, 0, 5, 12);
  let system: System;

  beforeAll(async () => {
    system = await startSystem({ UPSTREAM_TIMEOUT_MS: "700", DELIVERY_TIMEOUT_MS: "700" });
  });
  afterAll(() => system.stop());

  test("an answer that begins and never ends is none in time; a large one is read, one that is too large is not", async () => {
    const ids = await addCreators(system, ["1", "2", "3", "4"]);
    const padding = (bytes: number) => `,"padding":"${"x".repeat(bytes)}"`;
    const answer = (user: string, more: string) =>
      `{"code":0,"data":{"data":[{"alive":true,"room_id":${ROOM},"user_id":"${user}"}]}${more}}`;
    system.upstream.interfere = ({ query }) => {
      const user = query.get("user_id")!;
      if (user === "2") return { body: '{"code":0,"data":{"da', endless: true };
      return { body: answer(user, user === "1" ? "" : padding(user === "3" ? 100_000 : 5_000_000)) };
    };
    await system.tick(now);
    const found = await Promise.all(
      [...ids.values()].map(async (id) => (await system.api("GET", `/v1/targets/${id}`)).body.status),
    );
    expect(found.map(({ verdict }) => verdict)).toEqual(["on", "unknown", "on", "unknown"]);
    const details = found.map(({ fault }) => fault?.detail ?? null);
    expect(details).toEqual([null, "no answer within 700 ms", null, "the answer is too large"]);
    system.upstream.interfere = () => null;
  });

  test("a receiver whose answer never ends is tried again, and the others hear at once", async () => {
    await addCreators(system, userIds(8));
    await subscribeAll(system, ["slack", "discord"]);
    await system.tick((now += MINUTE));
    system.receiver.interfere = ({ kind }) => (kind === "slack" ? { body: "o", endless: true } : null);
    system.upstream.live.set("1000", ROOM);
    await system.tick((now += MINUTE));
    const deliveries = await allPages(system, "/v1/deliveries");
    expect(
      deliveries.map(({ status, attempts }) => [status, attempts.map(({ error }: { error: string | null }) => error)]),
    ).toEqual(
      expect.arrayContaining([
        ["sent", [null]],
        ["pending", ["timeout"]],
      ]),
    );
  });
});
