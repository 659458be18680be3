import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { csvColumns, csvRows } from "../../src/features/creators/csv-rows.ts";
import { resources } from "../../src/resources/registry.ts";
import type { Declared, ImportColumn } from "../../src/resources/resource.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const declaring = resources.flatMap((of) => (of.columns === undefined ? [] : [[of.name, of, of.columns] as const]));

test("no two columns of the import of creators have one name", () => {
  const names = csvColumns();
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

const imported = (header: string[], cells: string[]) =>
  api.fetch("/v1/targets/import", {
    method: "POST",
    body: [header, cells].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\n"),
    headers: { "content-type": "text/csv" },
  });

const fieldsOf = (columns: Record<string, ImportColumn>): [name: string, field: string][] =>
  Object.entries(columns).map(([name, { field = name }]) => [name, field]);

describe.each(declaring)("the columns of %s", (name, of: Declared, columns) => {
  test("fill fields of its form, and their examples can be read", () => {
    for (const [column, field] of fieldsOf(columns))
      expect([column, Object.keys(of.form().shape)]).toEqual([column, expect.arrayContaining([field])]);
    if (name !== "targets") expect([name, of.refs["targetId"]?.to]).toEqual([name, "targets"]);
    const cells = Object.values(columns).map(({ example }) => `"${example}"`);
    expect(csvRows(`${Object.keys(columns).join(",")}\n${cells.join(",")}\n`, 10).rows).toMatchObject([{ ok: true }]);
  });

  test("are stored with a new creator, and not with one that is there", async () => {
    const rest = Object.hasOwn(columns, "name") ? ["kind", "userId"] : ["name", "kind", "userId"];
    const header = [...rest, ...Object.keys(columns)];
    const cells = [
      ...["Maria", "live", "7012"].slice(-rest.length),
      ...Object.values(columns).map((one) => one.example),
    ];
    const answer = JSON.parse(await (await imported(header, cells)).text()) as { items: [{ id: string }] };
    const [{ id }] = answer.items;
    expect(answer).toMatchObject({ summary: { created: 1 } });
    const stored = async () => (await api.call("GET", `/v1/${name}?limit=200`)).body.items as Record<string, unknown>[];
    const own = (await stored()).filter((one) => one["id"] === id || one["targetId"] === id);
    expect(own).toHaveLength(1);
    for (const [column, field] of fieldsOf(columns)) expect([column, own[0]![field]]).not.toEqual([column, null]);
    expect(await (await imported(header, cells)).json()).toMatchObject({ summary: { created: 0, existing: 1 } });
    expect(await stored()).toHaveLength(1);
  });
});
