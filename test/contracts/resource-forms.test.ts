import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { compares } from "../../src/resources/ref.ts";
import { refsTo } from "../../src/db/resources/statements.ts";
import { createdFromRoutes } from "../../tools/openapi/write.ts";
import { type JsonObject, mergePatch } from "../../src/core/json.ts";
import { readAs } from "../../src/resources/write/refused.ts";
import { configured, resources } from "../../src/resources/registry.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { typeName } from "../../src/resources/view.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { interposed, isWrite, straight, type Interposed } from "../support/interposed-d1.ts";
import { fitsService } from "../support/kinds.ts";
import { arbitraryForm } from "../support/arbitrary-form.ts";
import { dangling } from "../support/migrate.ts";
import { runs } from "../support/runs.ts";
import { LIMITS, masked, displayedOf, specimens, type Displayed, suiting } from "../support/specimens.ts";

describe("resource forms", () => {
  let api: RunningApi;
  let specimen: ReturnType<typeof specimens>;
  // oxlint-disable-next-line typescript/no-explicit-any -- an OpenAPI document
  let document: any;
  beforeAll(async () => {
    api = await runSqliteApi();
    specimen = specimens(api);
    document = JSON.parse((await createdFromRoutes()).document);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const at = (of: Declared) => `/v1/${of.name}`;

  /** The readable part of a record that is its form. */
  const formIn = (of: Declared, one: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.keys(of.form().shape).flatMap((field) => (masked(of).includes(field) ? [] : [[field, one[field]!]])),
    );

  const applied = async (body: JsonObject) => {
    const answer = await api.call("PUT", "/v1/config", { version: 1, ...body });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    return answer.body;
  };

  /** Everything except what the service sets: when it was created and polled. */
  const lasting = ({ createdAt: _created, updatedAt: _changed, ...rest }: JsonObject): JsonObject => rest;

  const listed = async (of: Declared): Promise<Displayed[]> =>
    (await api.call("GET", `${at(of)}?limit=200`)).body.items;

  const readAll = (to: string, ids: string[]) =>
    Promise.all(ids.map(async (id): Promise<Displayed> => (await api.call("GET", `/v1/${to}/${id}`)).body));

  /** Reports whether a form has what it must share with the records that it names. */
  const isTogether = (of: Declared, sent: JsonObject, there: Map<string, Displayed[]>): boolean =>
    Object.entries(of.refs).every(([field, ref]) => {
      if (!compares(ref!, field, null, sent)) return true;
      const { field: shared } = ref!.same!;
      return there.get(ref!.to)!.find(({ id }) => id === sent[field])![shared] === sent[shared];
    });

  describe.each(resources.map((of) => [of.name, of] as const))("%s", (name, of) => {
    const all = async (field: (one: Displayed) => JsonObject) =>
      (await listed(of)).map((one) => ({ id: one.id, ...field(one) }));

    test("any valid form creates a record that reads back equally, also from the configuration document", async () => {
      const ids = new Map<string, string[]>();
      const lists = Object.values(of.listRefs ?? {}).map((to) => ({ to: to!, only: undefined, same: undefined }));
      for (const { to, only, same } of [...Object.values(of.refs).map((ref) => ref!), ...lists]) {
        const other = resources.find((one) => one.name === to)!;
        const like = same === undefined ? {} : { [same.field]: ids.get(of.refs[same.field]!.to)![0]! };
        const one = await specimen.make(other, { ...only?.example, ...like });
        ids.set(to, [one.id, (await specimen.make(other, only?.example)).id]);
      }
      const there = new Map(
        await Promise.all([...ids].map(async ([to, all]) => [to, await readAll(to, all)] as const)),
      );
      const form = arbitraryForm(of, LIMITS, (to) => ids.get(to)!).filter((sent) => isTogether(of, sent, there));
      await fc.assert(
        fc.asyncProperty(form, async (sent) => {
          const created = await api.call("POST", at(of), sent);
          expect([created.status, created.body.errors]).toEqual([201, undefined]);
          const own = `${at(of)}/${created.body.id}`;
          const one = (await api.call("GET", own)).body;
          const displayed = formIn(of, one);
          expect(displayed).toEqual(formIn(of, displayedOf(of, sent)));
          if (of.document !== undefined) {
            expect((await applied({ [name]: await all((other) => formIn(of, other)) })).changes).toEqual([]);
            const { status, body } = await api.call("GET", "/v1/export?secrets=encrypted");
            expect(status).toBe(200);
            expect((await applied(body)).changes).toEqual([]);
            await applied({ [name]: [] });
            expect((await api.call("GET", own)).status).toBe(404);
            expect((await applied({ [name]: body[name] })).changes.map(({ id }: Displayed) => id)).toContain(one.id);
            expect(lasting((await api.call("GET", own)).body)).toEqual(lasting(one));
          }
          expect((await api.call("PATCH", own, formIn(of, one))).status).toBe(200);
          expect(lasting((await api.call("GET", own)).body)).toEqual(lasting(one));
          expect((await api.call("DELETE", `${own}?cascade=true`)).status).toBe(204);
        }),
        { numRuns: runs(200, 4) },
      );
    });

    test("a change applies the merge patch to the form: a valid result is stored, an invalid one changes nothing", async () => {
      const form = arbitraryForm(of, LIMITS, () => ["any"]);
      const free = (one: JsonObject) =>
        Object.fromEntries(
          Object.entries(one).filter(
            ([field]) => field !== "kind" && !(field in of.refs) && !masked(of).includes(field),
          ),
        );
      const takenBack = fc.subarray(Object.keys(of.form().shape));
      const refs = formIn(of, await specimen.body(of));
      const named = Object.fromEntries(Object.keys(of.refs).map((field) => [field, refs[field]!]));
      await fc.assert(
        fc.asyncProperty(form, form, takenBack, async (before, after, nulls) => {
          // Some forms don't go with the records that are named: a digest of one list isn't one for each list.
          fc.pre(readAs(of, { ...before, ...named }, LIMITS).ok);
          const created = await api.call("POST", at(of), { ...before, ...named });
          expect([created.status, created.body.errors]).toEqual([201, undefined]);
          const own = `${at(of)}/${created.body.id}`;
          const one = (await api.call("GET", own)).body;
          const patch = free({ ...after, ...Object.fromEntries(nulls.map((field) => [field, null])) });
          const stored = {
            ...formIn(of, one),
            ...Object.fromEntries(masked(of).map((field) => [field, before[field]!])),
          };
          const merged = mergePatch(stored, patch) as JsonObject;
          const answer = await api.call("PATCH", own, patch);
          const read = (await api.call("GET", own)).body;
          const asForm = readAs(of, merged, LIMITS);
          if (asForm.ok && fitsService(asForm.value)) {
            expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
            expect(formIn(of, read)).toEqual(formIn(of, displayedOf(of, merged)));
          } else {
            expect(answer.status).toBe(422);
            expect(read).toEqual(one);
          }
          expect((await api.call("DELETE", `${own}?cascade=true`)).status).toBe(204);
        }),
        { numRuns: runs(200, 4) },
      );
    });
  });

  /** Resolves the references of a schema. */
  // oxlint-disable-next-line typescript/no-explicit-any
  const resolved = (schema: any): any =>
    schema.$ref === undefined
      ? schema
      : resolved(
          schema.$ref
            .slice(2)
            .split("/")
            // oxlint-disable-next-line typescript/no-explicit-any
            .reduce((one: any, key: string) => one[key], document),
        );

  /**
   * The names of all properties of a schema without a description, including those of alternatives and nested objects.
   */
  // oxlint-disable-next-line typescript/no-explicit-any
  function undescribed(schema: any): string[] {
    const one = resolved(schema);
    const some = [...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? []), one.items ?? []].flat();
    // oxlint-disable-next-line typescript/no-explicit-any
    const own = Object.entries<any>(one.properties ?? {}).filter(
      ([, property]) => (property.description ?? resolved(property).description ?? "") === "",
    );
    const within = Object.entries(one.properties ?? {}).flatMap(([field, property]) =>
      undescribed(property).map((name) => `${field}/${name}`),
    );
    return [...own.map(([field]) => field), ...within, ...some.flatMap(undescribed)];
  }

  /** The schemas of a union; else the schema itself. */
  // oxlint-disable-next-line typescript/no-explicit-any
  function alternatives(schema: any): any[] {
    const { oneOf, anyOf, ...one } = resolved(schema);
    return (oneOf ?? anyOf)?.map(resolved) ?? [one];
  }

  /** The kinds by which a union is told apart: those of its mapping, which its schemas have; undefined for no union. */
  // oxlint-disable-next-line typescript/no-explicit-any
  function kindsIn(schema: any): string[] | undefined {
    const { discriminator, oneOf } = resolved(schema);
    if (discriminator === undefined) return undefined;
    expect(discriminator.propertyName).toBe("kind");
    expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }: { $ref: string }) => $ref));
    // oxlint-disable-next-line typescript/no-explicit-any
    expect(oneOf.map((one: any) => resolved(one).properties.kind.const)).toEqual(Object.keys(discriminator.mapping));
    return Object.keys(discriminator.mapping);
  }

  test.each(resources.map((of) => [of.name, of] as const))(
    "%s are documented: five operations, a form, a patch, a view, every field described",
    (_, of) => {
      const [list, one] = [document.paths[at(of)], document.paths[`${at(of)}/{id}`]];
      const ids = [list.get, list.post, one.get, one.patch, one.delete].map(({ operationId }) => operationId);
      const type = typeName(of);
      expect(ids).toEqual([`list${type}s`, `create${type}`, `get${type}`, `change${type}`, `delete${type}`]);
      const form = list.post.requestBody.content["application/json"];
      const patch =
        one.patch.requestBody.content["application/json"] ??
        one.patch.requestBody.content["application/merge-patch+json"];
      expect([form.schema.$ref, patch.schema.$ref]).toEqual([
        `#/components/schemas/${type}Form`,
        `#/components/schemas/${type}Patch`,
      ]);
      const views = [
        list.post.responses[201].content["application/json"].schema,
        one.get.responses[200].content["application/json"].schema,
        one.patch.responses[200].content["application/json"].schema,
      ];
      expect(views[1].$ref).toBe(`#/components/schemas/${type}`);
      for (const schema of [form.schema, patch.schema, ...views]) expect(undescribed(schema)).toEqual([]);
      const fields = Object.keys(of.form().shape);
      for (const one of alternatives(patch.schema)) expect(Object.keys(one.properties)).toEqual(fields);
      for (const one of alternatives(views[1]))
        expect(Object.keys(one.properties)).toEqual(expect.arrayContaining(["id", ...fields, "createdAt"]));
      for (const schema of [form.schema, views[1]]) expect(kindsIn(schema)).toEqual(of.kinds?.names);
      for (const answer of [one.get, one.patch]) expect(Object.keys(answer.responses[200].headers)).toContain("ETag");
      for (const { parameters, responses } of [one.patch, one.delete]) {
        expect(parameters).toContainEqual({ $ref: "#/components/parameters/IfMatch" });
        expect(412 in responses).toBe(true);
      }
      expect(list.post.parameters).toContainEqual({ $ref: "#/components/parameters/IdempotencyKey" });
    },
  );

  test("an export applies without a change, and restores every record after all were deleted", async () => {
    for (const of of configured) for (let n = 0; n < 2; n++) await specimen.make(of);
    const before = new Map<string, Displayed[]>();
    for (const of of configured) before.set(of.name, await listed(of));
    const exported = (await api.call("GET", "/v1/export?secrets=encrypted")).body;
    expect(Object.keys(exported)).toEqual(["version", ...configured.map(({ name }) => name), "operations"]);
    const entries = (await specimen.entries()).length;
    const rows = await Promise.all(resources.map(specimen.rows));
    const same = await applied(exported);
    expect([same.changes, same.made]).toEqual([[], []]);
    expect(await Promise.all(resources.map(specimen.rows))).toEqual(rows);
    await applied(Object.fromEntries(configured.map(({ name }) => [name, []])));
    for (const of of configured)
      expect((await listed(of)).map(({ id }) => id)).toEqual(of.builtIn === undefined ? [] : [of.builtIn.id]);
    await applied(exported);
    const byId = (all: Displayed[]) =>
      all.map(lasting).toSorted((a, b) => (String(a["id"]) < String(b["id"]) ? -1 : 1));
    for (const of of configured) expect(byId(await listed(of))).toEqual(byId(before.get(of.name)!));
    expect((await specimen.entries()).slice(entries).map(([what, , status]) => [what, status])).toContainEqual([
      "applyConfig",
      200,
    ]);
  });
});

describe("resource users", () => {
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

  const named = resources.filter((of) => refsTo(of).length > 0);

  const holding = (of: Declared) => refsTo(of).filter(({ gone }) => gone === "refuse");

  /** One of each resource that may refer to it, by each field, and those that refer to these, recursively. */
  async function usersOf(
    of: Declared,
    id: string,
  ): Promise<{ user: Declared; gone: string; id: string; direct: boolean }[]> {
    const users = [];
    for (const { user, field, gone } of refsTo(of)) {
      const one = await specimen.make(user, { [field]: id });
      const rest = await usersOf(user, one.id);
      users.push({ user, gone, id: one.id, direct: true }, ...rest.map((other) => ({ ...other, direct: false })));
    }
    return users;
  }

  /** A record with all its users, and another one with its own. */
  async function used(of: Declared) {
    const [one, other] = [await specimen.make(of, suiting(of)), await specimen.make(of, suiting(of))];
    const users = await usersOf(of, one.id);
    return { id: one.id, users, others: [...(await usersOf(of, other.id)), { user: of, id: other.id }] };
  }

  describe.each(named.map((of) => [of.name, of] as const))("%s", (name, of) => {
    const path = (id: string) => `/v1/${name}/${id}`;

    test.each(holding(of).slice(0, 1))(
      "a record in use is not deleted: its users are listed once, and nothing is written",
      async () => {
        const { id, users } = await used(of);
        const before = await Promise.all(resources.map(specimen.rows));
        const { status, body } = await api.call("DELETE", path(id));
        const stored = users.filter(({ gone, direct }) => direct && gone === "refuse");
        const types = stored.map(({ user, id: other }) => [user.noun, other]);
        const reported = body.usedBy.map((one: { type: string; id: string }) => [one.type, one.id]);
        expect([status, reported.toSorted()]).toEqual([409, types.toSorted()]);
        for (const { name: displayed } of body.usedBy) expect(displayed).not.toBe("");
        expect(await Promise.all(resources.map(specimen.rows))).toEqual(before);
        expect((await specimen.entries()).at(-1)).toEqual([`delete${typeName(of)}`, id, 409]);
      },
    );

    test("with cascade everything that refers to it is deleted, nothing else, and no reference dangles", async () => {
      const { id, users, others } = await used(of);
      const before = (await specimen.entries()).length;
      expect((await api.call("DELETE", `${path(id)}?cascade=true`)).status).toBe(204);
      expect(await specimen.read(of, id)).toBeNull();
      for (const one of users)
        expect([one.user.name, await specimen.read(one.user, one.id)]).toEqual([one.user.name, null]);
      for (const one of others)
        expect([one.user.name, (await specimen.read(one.user, one.id))?.id]).toEqual([one.user.name, one.id]);
      expect(await dangling(api.db)).toEqual([]);
      expect((await specimen.entries()).slice(before)).toEqual([[`delete${typeName(of)}`, id, 204]]);
    });

    test.each(refsTo(of))(
      "a user created just before the write, by $field, is not left dangling",
      async ({ user, field, gone }) => {
        const { id } = await specimen.make(of, suiting(of));
        const sent = await specimen.body(user, { [field]: id });
        for (const cascade of [false, true]) {
          let arrived = "";
          cut.between = async (requested, run) => {
            if (!isWrite(requested)) return run();
            cut.between = straight;
            const created = await api.call("POST", `/v1/${user.name}`, sent);
            arrived = created.body.id;
            return run();
          };
          const { status } = await api.call("DELETE", cascade ? `${path(id)}?cascade=true` : path(id));
          expect(status).toBe(cascade || gone === "follow" ? 204 : 409);
          expect(await specimen.read(user, arrived)).toEqual(status === 204 ? null : expect.anything());
          expect(await dangling(api.db)).toEqual([]);
          if (status === 204) return;
          expect((await api.call("DELETE", `/v1/${user.name}/${arrived}`)).status).toBe(204);
        }
      },
    );
  });

  test("cascading over a whole tree leaves only what nobody referred to", async () => {
    const roots = resources.filter(({ refs }) => Object.keys(refs).length === 0);
    for (const of of resources) for (let n = 0; n < 3; n++) await specimen.make(of);
    for (const of of roots)
      for (const { id } of (await api.call("GET", `/v1/${of.name}?limit=200`)).body.items)
        if (id !== of.builtIn?.id)
          expect((await api.call("DELETE", `/v1/${of.name}/${id}?cascade=true`)).status).toBe(204);
    for (const of of resources) {
      const left = (await specimen.rows(of)).filter(({ id }) => id !== of.builtIn?.id);
      expect([of.name, left]).toEqual([of.name, []]);
    }
    expect(await api.db.prepare("SELECT sum(size) AS n FROM sheets").first("n")).toBe(0);
  });

  for (const of of resources.filter(({ builtIn }) => builtIn !== undefined))
    test(`the ${of.builtIn!.adjective} of ${of.name} is neither deleted nor changed in its fixed fields`, async () => {
      const path = `/v1/${of.name}/${of.builtIn!.id}`;
      const before = await specimen.rows(of);
      expect((await api.call("DELETE", `${path}?cascade=true`)).status).toBe(409);
      const body = await specimen.body(of);
      for (const field of of.builtIn!.keeps)
        expect((await api.call("PATCH", path, { [field]: body[field] })).status).toBe(409);
      expect(await specimen.rows(of)).toEqual(before);
    });
});
