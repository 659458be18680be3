import { afterAll, beforeAll, expect, test } from "vitest";
import readXlsxFile from "read-excel-file/node";
import { startSystem, type System } from "../support/system.ts";

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
  const [sheet] = await readXlsxFile(Buffer.from(await answer.arrayBuffer()));
  expect(sheet!.data.length).toBe(5001);
  expect(sheet!.data[0]!.slice(0, 3)).toEqual(["targetId", "name", "handle"]);
  expect(new Set(sheet!.data.slice(1).map(([id]) => id)).size).toBe(5000);
  expect(sheet!.data.slice(1).every(([, name]) => /^Creator \d+ <&> "quoted"$/.test(String(name)))).toBe(true);
});
