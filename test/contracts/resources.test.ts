import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resources } from "../../src/resources/registry.ts";
import { typeName } from "../../src/resources/view.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { masked, displayedOf, specimens } from "../support/specimens.ts";

let api: RunningApi;
let specimen: ReturnType<typeof specimens>;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  api = await runSqliteApi();
  specimen = specimens(api);
});
beforeEach(async () => {
  await api.clear();
  for (const scope of ["read", "write", "admin"])
    tokens[scope] = (await api.call("POST", "/v1/tokens", { name: scope, scopes: [scope] })).body.token;
});
afterAll(() => api.stop());

describe.each(resources.map((of) => [of.name, of] as const))("%s", (name, of) => {
  const path = `/v1/${name}`;

  test("a created record reads back alone and in the list with its entity tag, and so does a changed one, until it is deleted", async () => {
    const sent = await specimen.body(of);
    const created = await api.call("POST", path, sent);
    expect(created.status).toBe(201);
    const own = `${path}/${created.body.id}`;
    expect(created.headers.get("location")).toBe(own);
    const read = await api.call("GET", own);
    const once = of.made === undefined ? [] : Object.keys(of.made.shown(read.body, { "shown once": "" }));
    for (const field of Object.keys(read.body).filter((one) => !once.includes(one)))
      expect([field, created.body[field]]).toEqual([field, read.body[field]]);
    const hidden = masked(of);
    for (const [field, value] of Object.entries(displayedOf(of, sent)))
      if (!hidden.includes(field)) expect([field, read.body[field]]).toEqual([field, value]);
    for (const field of hidden) expect(read.body[field]).toMatchObject(of.example.own![field] as object);
    expect((await api.call("GET", `${path}?limit=200`)).body.items).toContainEqual(read.body);
    const tags = [created, read].map(({ headers }) => headers.get("etag"));
    expect(tags).toEqual([tags[0], tags[0]]);
    expect(tags[0]).toMatch(/^"0-[0-9a-f]{16}"$/);
    const known = { "if-none-match": `"0", W/${tags[0]}` };
    const again = await api.fetch(own, { headers: known });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, tags[0], ""]);

    const changed = await api.call("PATCH", own, of.example.patch);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject(of.example.patch);
    const after = await api.call("GET", own);
    expect(after.body).toEqual(changed.body);
    const next = changed.headers.get("etag")!;
    expect([next, after.headers.get("etag")]).toEqual([expect.stringMatching(/^"1-[0-9a-f]{16}"$/), next]);
    expect((await api.fetch(own, { headers: known })).status).toBe(200);
    for (const field of Object.keys(read.body).filter((one) => !(one in of.example.patch) && one !== "updatedAt"))
      expect([field, after.body[field]]).toEqual([field, read.body[field]]);

    expect((await api.call("DELETE", own)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) expect((await api.call(method, own)).status).toBe(404);
    expect((await api.call("PATCH", own, {})).status).toBe(404);
    expect((await api.call("GET", `${path}?limit=200`)).body.items).not.toContainEqual(after.body);
  });

  test("an unknown field is named, and nothing is written", async () => {
    const { id } = await specimen.make(of);
    const sent = { ...(await specimen.body(of)), "n/o": 1 };
    const before = await specimen.rows(of);
    for (const [method, to, body] of [
      ["POST", path, sent],
      ["PATCH", `${path}/${id}`, { ...of.example.patch, "n/o": 1 }],
    ] as const) {
      const answer = await api.call(method, to, body);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        [{ pointer: "/n~1o", message: "is not a known field" }],
      ]);
    }
    expect(await specimen.rows(of)).toEqual(before);
  });

  test("a body that is no object or lacks fields is refused by field", async () => {
    const sent = await specimen.body(of);
    const before = await specimen.rows(of);
    for (const body of [[], "text", 7, null]) expect((await api.call("POST", path, body)).status).toBe(422);
    for (const [field, form] of Object.entries(of.form().shape)) {
      if (form.safeParse(undefined).success) continue;
      const { [field]: _left, ...rest } = sent;
      const { status, body } = await api.call("POST", path, rest);
      expect([status, body.errors]).toEqual([
        422,
        expect.arrayContaining([{ pointer: `/${field}`, message: expect.any(String) }]),
      ]);
    }
    expect(await specimen.rows(of)).toEqual(before);
  });

  test.each(Object.keys(of.refs))(
    "%s that does not exist is refused at its field, and nothing is written",
    async (field) => {
      const { id } = await specimen.make(of);
      const sent = await specimen.body(of, { [field]: "nowhere" });
      const before = await specimen.rows(of);
      for (const [method, to, body] of [
        ["POST", path, sent],
        ["PATCH", `${path}/${id}`, { [field]: "nowhere" }],
      ] as const) {
        const answer = await api.call(method, to, body);
        expect([answer.status, answer.body.errors?.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
          422,
          [`/${field}`],
        ]);
      }
      expect(await specimen.rows(of)).toEqual(before);
    },
  );

  test("tokens do what their scope allows and no more, and refusals are recorded", async () => {
    const { id } = await specimen.make(of);
    const sent = await specimen.body(of);
    const before = await specimen.rows(of);
    const needed = of.scope ?? "write";
    const status = async (scope: string, method: string, to: string, body?: unknown) =>
      (await api.call(method, to, body, {}, tokens[scope]!)).status;
    for (const scope of ["read", "write", "admin"].slice(0, ["read", "write", "admin"].indexOf(needed))) {
      const notified = (await specimen.entries()).length;
      const looks = [await status(scope, "GET", path), await status(scope, "GET", `${path}/${id}`)];
      expect([scope, looks]).toEqual([scope, of.scope === undefined ? [200, 200] : [403, 403]]);
      expect(await status(scope, "POST", path, sent)).toBe(403);
      expect(await status(scope, "PATCH", `${path}/${id}`, of.example.patch)).toBe(403);
      expect(await status(scope, "DELETE", `${path}/${id}`)).toBe(403);
      const entries = (await specimen.entries()).slice(notified);
      const isLook = ([operation]: unknown[]) => /^(list|get)/.test(String(operation));
      expect(entries.filter(isLook)).toHaveLength(of.scope === undefined ? 0 : 2);
      expect(entries.filter((one) => !isLook(one))).toEqual([
        [`create${typeName(of)}`, null, 403],
        [`change${typeName(of)}`, id, 403],
        [`delete${typeName(of)}`, id, 403],
      ]);
    }
    const same = (rows: Record<string, unknown>[]) => rows.map(({ last_used_at: _used, ...row }) => row);
    expect(same(await specimen.rows(of))).toEqual(same(before));
    expect(await status(needed, "POST", path, sent)).toBe(201);
    expect(await status(needed, "PATCH", `${path}/${id}`, of.example.patch)).toBe(200);
    expect(await status(needed, "DELETE", `${path}/${id}`)).toBe(204);
  });
});
