import { expect, test } from "vitest";
import { rowsOf } from "./rows.ts";

const read = (body: Parameters<typeof rowsOf>[0]) => rowsOf(body, { rows: "/data/rows", id: "/id" }, {});

test.each([[[]], [null], [{}]])("%j in place of the rows is an empty list", (rows) => {
  expect(read({ data: { rows } })).toEqual({ ok: true, value: { rows: [], complete: true, mark: null } });
});

test.each([[{}], [{ data: null }], [{ data: { rows: "none" } }], [{ data: { rows: 0 } }]])("%j has no rows", (body) => {
  expect(read(body)).toMatchObject({ ok: false, error: { kind: "malformed" } });
});
