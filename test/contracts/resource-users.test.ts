import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refsTo } from "../../src/db/resources/statements.ts";
import { resources } from "../../src/resources/registry.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { typeName } from "../../src/resources/view.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { interposed, isWrite, straight, type Interposed } from "../support/interposed-d1.ts";
import { dangling } from "../support/migrate.ts";
import { specimens, suiting } from "../support/specimens.ts";

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
