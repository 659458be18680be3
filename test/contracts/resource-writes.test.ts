import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { resourceOf, resources } from "../../src/resources/registry.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { typeName } from "../../src/resources/view.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { arbitraryForm } from "../support/arbitrary-form.ts";
import { interposed, isWrite, straight, type Interposed } from "../support/interposed-d1.ts";
import { LIMITS, masked, displayedOf, specimens, type Displayed } from "../support/specimens.ts";

let api: RunningApi;
let specimen: ReturnType<typeof specimens>;
let cut: Interposed;
beforeAll(async () => {
  api = await runSqliteApi();
  specimen = specimens(api);
  cut = interposed(api.db);
  api.env.DB = cut.db;
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

/** Another writer acts once, after the reads and before the next write. */
function meanwhile(act: () => Promise<unknown>): void {
  cut.between = async (requested, run) => {
    if (!isWrite(requested)) return run();
    cut.between = straight;
    await act();
    return run();
  };
}

/** Changes of one field each, to another value, of as many fields as possible. */
function changesOf(of: Declared, one: Displayed): JsonObject[] {
  const forms = fc.sample(
    arbitraryForm(of, LIMITS, () => ["any"]),
    { numRuns: 100, seed: 7 },
  );
  const fixed = ["kind", ...Object.keys(of.refs), ...masked(of)];
  // Some values need others: a message for each list needs a digest of no single one.
  const provided = Object.fromEntries(Object.keys(of.form().shape).map((field) => [field, one[field]]));
  return Object.keys(of.form().shape).flatMap((field) => {
    if (fixed.includes(field)) return [];
    const alike = forms.filter((form) => form["kind"] === one["kind"] && form[field] !== undefined);
    const values = alike.map((form) => displayedOf(of, form)[field]!);
    const fits = (value: Json) => of.form().safeParse({ ...provided, [field]: value }).success;
    const other = values.find(
      (value) => value !== null && JSON.stringify(value) !== JSON.stringify(one[field]) && fits(value),
    );
    return other === undefined ? [] : [{ [field]: other }];
  });
}

describe.each(resources.map((of) => [of.name, of] as const))("%s", (name, of) => {
  const path = `/v1/${name}`;
  const operation = (what: string) => what + typeName(of);

  test("each change has one audit entry with operation, subject and status, and refusals are recorded too", async () => {
    const sent = await specimen.body(of);
    const before = (await specimen.entries()).length;
    const { id } = (await api.call("POST", path, sent)).body;
    await api.call("PATCH", `${path}/${id}`, of.example.patch);
    await api.call("PATCH", `${path}/${id}`, { nothing: 1 });
    await api.call("POST", path, { nothing: 1 });
    await api.call("PATCH", `${path}/${id}`, of.example.patch, { "if-match": '"7"' });
    await api.call("DELETE", `${path}/${id}`);
    await api.call("DELETE", `${path}/${id}`);
    expect((await specimen.entries()).slice(before)).toEqual([
      [operation("create"), id, 201],
      [operation("change"), id, 200],
      [operation("change"), id, 422],
      [operation("create"), null, 422],
      [operation("change"), id, 412],
      [operation("delete"), id, 204],
      [operation("delete"), id, 404],
    ]);
  });

  test.each(["PATCH", "DELETE"])("If-Match on %s: one revision passes, any other changes nothing", async (method) => {
    const { id } = await specimen.make(of);
    const body = method === "PATCH" ? of.example.patch : undefined;
    const provided = (tag: string) => api.call(method, `${path}/${id}`, body, { "if-match": tag });
    const before = await specimen.rows(of);
    for (const [tag, status] of [
      ['"1"', 412],
      ['W/"0"', 412],
      ['""', 412],
      ['"00"', 412],
      ['"-0"', 412],
      ['"0-"', 412],
      [`"1-${"0".repeat(16)}"`, 412],
      ['"1", W/"0"', 412],
      ["0", 400],
      ['"0', 400],
      ['"0" "1"', 400],
      ['*, "0"', 400],
      [",", 400],
    ] as const) {
      const done = (await specimen.entries()).length;
      expect([tag, (await provided(tag)).status]).toEqual([tag, status]);
      expect([tag, await specimen.rows(of)]).toEqual([tag, before]);
      const notified = (await specimen.entries()).slice(done).map(([, , reported]) => reported);
      expect([tag, notified]).toEqual([tag, status === 400 ? [] : [412]]);
    }
    // What follows the revision is a hash of the view, which may have changed since.
    expect((await provided(` "5" , "0-${"a".repeat(16)}" `)).status).toBe(body === undefined ? 204 : 200);
    if (body !== undefined) {
      expect((await provided("*")).headers.get("etag")).toMatch(/^"2-/);
      expect((await provided('"1"')).status).toBe(412);
      expect((await provided('"2"')).status).toBe(200);
    }
  });

  test.each(["PATCH", "DELETE"])("If-Match on %s is checked at the moment of the write", async (method) => {
    const { id } = await specimen.make(of);
    meanwhile(() => api.call("PATCH", `${path}/${id}`, of.example.patch));
    const body = method === "PATCH" ? of.example.patch : undefined;
    expect((await api.call(method, `${path}/${id}`, body, { "if-match": '"0"' })).status).toBe(412);
    const read = await api.call("GET", `${path}/${id}`);
    expect([read.status, read.headers.get("etag")]).toEqual([200, expect.stringMatching(/^"1-/)]);
  });

  test("of two concurrent changes none is lost", async () => {
    const one = await specimen.make(of);
    const [first, second = first] = changesOf(of, one);
    expect(first).toBeDefined();
    meanwhile(async () => expect((await api.call("PATCH", `${path}/${one.id}`, second)).status).toBe(200));
    const answer = await api.call("PATCH", `${path}/${one.id}`, first);
    expect([answer.status, answer.headers.get("etag")]).toEqual([200, expect.stringMatching(/^"2-/)]);
    expect((await api.call("GET", `${path}/${one.id}`)).body).toMatchObject({ ...second, ...first });
    expect((await specimen.entries()).filter(([what]) => what === operation("change"))).toHaveLength(2);
  });

  test("a record deleted before its change is written is missing", async () => {
    const { id } = await specimen.make(of);
    const gone = () => api.call("DELETE", `${path}/${id}`);
    meanwhile(gone);
    expect((await api.call("PATCH", `${path}/${id}`, of.example.patch)).status).toBe(404);
    const other = await specimen.make(of);
    meanwhile(() => api.call("DELETE", `${path}/${other.id}`));
    expect((await api.call("DELETE", `${path}/${other.id}`)).status).toBe(404);
    const done = (await specimen.entries()).filter(
      ([what, , status]) => what === operation("delete") && status === 204,
    );
    expect(done).toHaveLength(2);
  });

  test.each(Object.entries(of.refs))(
    "if a record that %s refers to is deleted before the write, it is refused and nothing is written",
    async (field, ref) => {
      const first = await specimen.make(resourceOf(ref!.to), ref!.only?.example);
      const { id } = await specimen.make(of, { [field]: first.id });
      const other = await specimen.make(resourceOf(ref!.to));
      const sent = await specimen.body(of, { [field]: other.id });
      const before = await specimen.rows(of);
      for (const [method, to, body] of [
        ["POST", path, { ...sent, [field]: other.id }],
        ["PATCH", `${path}/${id}`, { [field]: other.id }],
      ] as const) {
        // The row itself is deleted, because the API would refuse or cascade.
        const row = await api.db.prepare(`SELECT * FROM "${ref!.to}" WHERE id = ?`).bind(other.id).first();
        meanwhile(() => api.db.prepare(`DELETE FROM "${ref!.to}" WHERE id = ?`).bind(other.id).run());
        const answer = await api.call(method, to, body);
        expect([answer.status, answer.body.errors?.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
          422,
          [`/${field}`],
        ]);
        const names = Object.keys(row!);
        await api.db
          .prepare(
            `INSERT INTO ${ref!.to} (${names.map((one) => `"${one}"`).join()}) VALUES (${names.map(() => "?").join()})`,
          )
          .bind(...Object.values(row!))
          .run();
      }
      expect(await specimen.rows(of)).toEqual(before);
    },
  );

  test("quotas hold, even if another writer takes the last place meanwhile", async () => {
    const sent = await specimen.body(of);
    const other = await specimen.body(of);
    const max = of.quota.count;
    try {
      of.quota.count = (await specimen.rows(of)).length + 1;
      meanwhile(async () => expect((await api.call("POST", path, other)).status).toBe(201));
      const before = (await specimen.entries()).length;
      const full = await api.call("POST", path, sent);
      expect([full.status, full.body.detail]).toEqual([422, expect.stringContaining(`${of.name}, which is the most`)]);
      expect(await specimen.rows(of)).toHaveLength(of.quota.count);
      expect((await specimen.entries()).slice(before).map(([, , status]) => status)).toEqual([201, 422]);
      of.quota.count += 1;
      expect((await api.call("POST", path, sent)).status).toBe(201);
    } finally {
      of.quota.count = max;
    }
  });

  test("an Idempotency-Key returns its first response whatever happened since, and is refused for another request", async () => {
    const sent = await specimen.body(of);
    const headers = { "idempotency-key": "once" };
    const before = (await specimen.entries()).length;
    const first = await api.call("POST", path, sent, headers);
    expect(first.status).toBe(201);
    await api.call("PATCH", `${path}/${first.body.id}`, of.example.patch);
    const rows = await specimen.rows(of);
    const again = await api.call("POST", path, sent, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    for (const name of ["location", "etag"]) expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect([first, again].map((one) => one.headers.get("idempotency-replayed"))).toEqual([null, "true"]);
    expect(await specimen.rows(of)).toEqual(rows);
    const notified = (await specimen.entries()).slice(before);
    const another = await api.call("POST", path, await specimen.body(of), headers);
    expect([another.status, another.body.detail]).toEqual([422, expect.stringContaining("Idempotency-Key")]);
    expect((await specimen.rows(of)).map(({ id }) => id)).toContain(first.body.id);
    expect(notified.map(([, , status]) => status)).toEqual([201, 200]);
  });

  test("of two concurrent requests with one key, one is executed", async () => {
    const sent = await specimen.body(of);
    const headers = { "idempotency-key": "once" };
    const answers: { status: number; body: Displayed }[] = [];
    meanwhile(async () => answers.push(await api.call("POST", path, sent, headers)));
    answers.push(await api.call("POST", path, sent, headers));
    expect(answers[0]).toMatchObject({ status: 201 });
    expect(answers[1]).toMatchObject({ status: 201, body: answers[0]!.body });
    expect(
      (await specimen.entries()).filter(([what]) => what === operation("create")).map(([, , reported]) => reported),
    ).toEqual([201]);
  });

  test("an error is not stored under its key, so the request may be corrected", async () => {
    const sent = await specimen.body(of);
    const headers = { "idempotency-key": "once" };
    expect((await api.call("POST", path, { ...sent, more: 1 }, headers)).status).toBe(422);
    expect((await api.call("POST", path, sent, headers)).status).toBe(201);
  });

  test.each(of.unique === undefined ? [] : [of.unique])(
    "duplicates of a key are refused, also if one is created concurrently",
    async (unique) => {
      const sent = await specimen.body(of);
      const first = (await api.call("POST", path, sent)).body;
      const refused = await api.call("POST", path, sent);
      expect([refused.status, refused.body.detail]).toEqual([409, unique.taken(sent)]);
      const key = Object.fromEntries(
        Object.entries(sent).filter(([field]) => field in of.form().shape && field !== "kind"),
      );
      const second = await specimen.make(of);
      const before = await specimen.rows(of);
      expect((await api.call("PATCH", `${path}/${second.id}`, key)).status).toBe(409);
      expect(await specimen.rows(of)).toEqual(before);
      await api.call("DELETE", `${path}/${first.id}`);
      meanwhile(async () => expect((await api.call("POST", path, sent)).status).toBe(201));
      expect((await api.call("PATCH", `${path}/${second.id}`, key)).status).toBe(409);
      expect((await api.call("PATCH", `${path}/${second.id}`, of.example.patch)).status).toBe(200);
    },
  );
});

test("an import whose targets another one creates first returns those, and creates the others", async () => {
  const row = (userId: string) => ({ kind: "live", name: userId, params: { userId } });
  const created: Displayed[] = [];
  meanwhile(async () => created.push((await api.call("POST", "/v1/targets", row("1"))).body));
  const { status, body } = await api.call("POST", "/v1/targets/import", [row("1"), row("2")]);
  expect([status, body.items[0].id]).toEqual([200, created[0]!.id]);
  const { items } = (await api.call("GET", "/v1/targets")).body;
  expect(items.map(({ id }: Displayed) => id).toSorted()).toEqual(body.items.map(({ id }: Displayed) => id).toSorted());
});
