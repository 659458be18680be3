import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { resourceStore } from "../../src/db/resources/resource-store.ts";
import { refsTo } from "../../src/db/resources/statements.ts";
import { configured, resources } from "../../src/resources/registry.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { target } from "../../src/features/creators/resource/target.ts";
import { formOf } from "../../src/resources/view.ts";
import { runSqliteApi, type RunningApi, type Answer } from "../api/running-api.ts";
import { dangling } from "../support/migrate.ts";
import { interposed, isWrite, straight, type Interposed } from "../support/interposed-d1.ts";
import { refused } from "../support/resource-model.ts";
import { wish, World, type Fate, type Wish } from "../support/resource-world.ts";
import { runs } from "../support/runs.ts";
import { masked, displayedOf, specimens, suiting } from "../support/specimens.ts";

describe("write sequences", () => {
  let api: RunningApi;
  let cut: Interposed;
  beforeAll(async () => {
    api = await runSqliteApi();
    cut = interposed(api.db);
    api.env.DB = cut.db;
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await api.stop();
  });

  /** The fate of a write: `written` if its batch is in the database, `dead` if the process dies. */
  const FATES: Record<string, Fate | null> = {
    none: null,
    "the connection is lost before": { written: false, dead: false },
    "the connection is lost after": { written: true, dead: false },
    "the process dies before": { written: false, dead: true },
    "the process dies after": { written: true, dead: true },
  };

  /** Executes a request, which may meet its fate at the write, or another writer. */
  async function step(world: World, one: Wish, rival: Wish | null, fate: Fate | null): Promise<void> {
    const sent = world.sentFor(one);
    if (sent === null) return;
    // An import reports targets that existed when it looked, whether they stay or not.
    const meets = rival !== null && (sent.reads !== "rows" || rival.what === "create" || rival.what === "import");
    const other = meets ? world.sentFor(rival) : null;
    let met: Fate | null = null;
    let moved = false;
    cut.between = async (requested, run) => {
      if (met?.dead === true) throw new Error("nobody is there any more");
      if (!isWrite(requested)) return run();
      cut.between = straight;
      if (other !== null) {
        const before = world.stamp();
        await world.judge(other, await other.send(), null);
        moved = world.stamp() !== before;
        return run();
      }
      if (fate === null) return run();
      met = fate;
      if (fate.written) await run().catch(() => undefined);
      if (fate.dead) cut.between = () => Promise.reject(new Error("nobody is there any more"));
      throw new Error("D1_ERROR: Network connection lost.");
    };
    const answer = await sent.send();
    cut.between = straight;
    // A document is applied to what it was compared with, or not at all.
    const stale = moved && sent.reads === "all";
    await world.judge(sent, answer, met, stale ? refused(409) : sent.expected());
    world.learn();
  }

  const open = (of: Declared, form: JsonObject) =>
    Object.entries(form).filter(([field]) => !masked(of).includes(field));

  /** The contents of database and audit log, each list by id. */
  async function held() {
    const records = [];
    for (const of of resources)
      for (const one of await resourceStore(api.db).all(of))
        records.push([of.name, one.id, one.revision, JSON.parse(JSON.stringify(open(of, formOf(of, one))))]);
    const count = async (sql: string) => Number(await api.db.prepare(`SELECT ${sql}`).first("n"));
    return {
      records: records.toSorted(),
      dangling: await dangling(api.db),
      log: (await specimens(api).entries()).filter(([, , status]) => status < 300),
      seats: await count("coalesce(sum(size), 0) AS n FROM sheets"),
      kept: await count("count(*) AS n FROM requests"),
    };
  }

  /** The expected contents. */
  function modelled({ model, kept: stored }: World): Awaited<ReturnType<typeof held>> {
    const records = resources.flatMap((of) =>
      [...model.of(of)].map(([id, { form, revision }]) => [of.name, id, revision, open(of, displayedOf(of, form))]),
    );
    const pollSlots = model.of(target as Declared).size;
    return { records: records.toSorted(), dangling: [], log: model.log, seats: pollSlots, kept: stored.size };
  }

  const steps = fc.array(
    fc.record({
      one: wish,
      rival: fc.option(wish, { freq: 3 }),
      fate: fc.oneof({ weight: 2, arbitrary: fc.constant("none") }, fc.constantFrom(...Object.keys(FATES))),
    }),
    { minLength: 5, maxLength: 16, size: "max" },
  );

  /** One of each exists before. */
  const FIRST: Wish = {
    what: "create",
    resource: 0,
    which: 0,
    form: 0,
    named: [0, 0, 0],
    key: null,
    match: "none",
    cascade: false,
  };

  test("whatever is requested, by how many at once, and wherever it is killed, database and log match the model", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await api.clear();
        const world = new World(api);
        for (const of of resources)
          for (const one of await resourceStore(api.db).all(of))
            world.model.of(of).set(one.id, { form: formOf(of, one), revision: 0 });
        world.learn();
        for (const resource of resources.keys()) await step(world, { ...FIRST, resource }, null, null);
        for (const { one, rival, fate } of all) await step(world, one, rival, FATES[fate]!);
        expect(await held()).toEqual(modelled(world));
      }),
      { numRuns: runs(1000, 8) },
    );
  }, 600_000);
});

describe("write crashes", () => {
  let api: RunningApi;
  let specimen: ReturnType<typeof specimens>;
  let cut: Interposed;
  let crashes = 0;
  beforeAll(async () => {
    // A configuration that adds, changes and deletes records of every kind takes 54 statements, and LIMITS=free has 50.
    api = await runSqliteApi({ LIMITS: "paid" });
    specimen = specimens(api);
    cut = interposed(api.db);
    api.env.DB = cut.db;
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  beforeEach(async () => {
    await api.clear();
    cut.between = straight;
    crashes = 0;
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await api.stop();
  });

  const lost = () => new Error("D1_ERROR: Network connection lost.");

  /** The fate of the single batch of a write: `written` if it is in the database, `dead` if the process dies. */
  const POINTS = {
    "before the batch the connection is lost": { written: false, dead: false },
    "before the batch the process dies": { written: false, dead: true },
    "after the batch its answer is lost": { written: true, dead: false },
    "after the batch the process dies": { written: true, dead: true },
  };

  type Point = (typeof POINTS)[keyof typeof POINTS];

  /** Applies a fate to the next write. A dead process asks the database nothing more. */
  function crashAt({ written, dead }: Point): void {
    let died = false;
    cut.between = async (requested, run) => {
      if (died) throw new Error("nobody is there any more");
      if (!isWrite(requested)) return run();
      crashes += 1;
      if (written) await run();
      died = dead;
      if (!dead) cut.between = straight;
      throw lost();
    };
  }

  /** All rows of all tables except the audit log and stored responses. */
  async function tables(): Promise<Record<string, unknown[]>> {
    const { results } = await api.db
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('audit', 'requests') ORDER BY name",
      )
      .all<{ name: string }>();
    const rows: Record<string, unknown[]> = {};
    for (const { name } of results) rows[name] = (await api.db.prepare(`SELECT * FROM "${name}"`).all()).results;
    return rows;
  }

  const done = async () => (await specimen.entries()).filter(([, , status]) => status < 300);

  /**
   * Sends a request with this fate; null if no process was left to answer. What the response says is true, and has one
   * audit entry.
   */
  async function crashed(point: Point, request: () => Promise<Answer>): Promise<Answer | null> {
    const [before, entries] = [await tables(), await done()];
    crashAt(point);
    const answer = await request();
    cut.between = straight;
    expect(crashes).toBe(1);
    const after = await tables();
    const added = (await done()).slice(entries.length);
    if (point.written) {
      expect(added).toHaveLength(1);
      expect(after).not.toEqual(before);
      if (!point.dead) expect([answer.status, added[0]![2]]).toEqual([added[0]![2], answer.status]);
    } else {
      expect(added).toEqual([]);
      expect(after).toEqual(before);
      expect(answer.status).toBe(500);
    }
    expect(await dangling(api.db)).toEqual([]);
    return point.dead ? null : answer;
  }

  const once = { "idempotency-key": "once" };

  describe.each(resources.map((of) => [of.name, of] as const))("%s", (name, of) => {
    describe.each(Object.entries(POINTS))("%s", (_, point) => {
      test("a record is created once, and its key has the first response", async () => {
        const sent = await specimen.body(of);
        const rows = (await specimen.rows(of)).length;
        const answer = await crashed(point, () => api.call("POST", `/v1/${name}`, sent, once));
        const first = await api.call("POST", `/v1/${name}`, sent, once);
        const second = await api.call("POST", `/v1/${name}`, sent, once);
        expect([first.status, second.status]).toEqual([201, 201]);
        expect(second.body).toEqual(first.body);
        if (answer !== null && point.written) expect(first.body).toEqual(answer.body);
        expect(await specimen.rows(of)).toHaveLength(rows + 1);
        expect((await done()).filter(([, subject]) => subject === first.body.id)).toHaveLength(1);
        expect((await api.call("POST", `/v1/${name}`, { ...sent, more: 1 }, once)).status).toBe(422);
      });

      test("without a key it is created at most once, and no response says otherwise", async () => {
        const sent = await specimen.body(of);
        const rows = (await specimen.rows(of)).length;
        const answer = await crashed(point, () => api.call("POST", `/v1/${name}`, sent));
        const all = await specimen.rows(of);
        expect(all).toHaveLength(rows + Number(point.written));
        expect(answer === null || answer.status !== 201 || all.some(({ id }) => id === answer.body.id)).toBe(true);
      });

      test.each([{}, { "if-match": '"0"' }])("a record is changed once, with %o", async (headers) => {
        const { id } = await specimen.make(of);
        const patch = () => api.call("PATCH", `/v1/${name}/${id}`, of.example.patch, headers);
        const answer = await crashed(point, patch);
        const read = await api.call("GET", `/v1/${name}/${id}`);
        const tag = read.headers.get("etag");
        expect(tag).toMatch(point.written ? /^"1-/ : /^"0-/);
        if (answer?.status === 200) expect([answer.headers.get("etag"), answer.body]).toEqual([tag, read.body]);
        expect((await patch()).status).toBe(point.written && "if-match" in headers ? 412 : 200);
      });

      test.each([{}, { "if-match": '"0"' }])(
        "a record is deleted with all that refers to it, or not at all, with %o",
        async (headers) => {
          const { id } = await specimen.make(of, suiting(of));
          for (const { user, field } of refsTo(of)) await specimen.make(user, { [field]: id });
          const remove = () => api.call("DELETE", `/v1/${name}/${id}?cascade=true`, undefined, headers);
          await crashed(point, remove);
          expect((await remove()).status).toBe(point.written ? 404 : 204);
          expect((await done()).filter(([, subject]) => subject === id)).toHaveLength(2);
        },
      );
    });
  });

  const document = async (): Promise<JsonObject> => (await api.call("GET", "/v1/export?secrets=encrypted")).body;

  /** A document that changes one of each, adds another, and removes all others. */
  async function mixed(): Promise<JsonObject> {
    for (const of of configured) for (let n = 0; n < 2; n++) await specimen.make(of, suiting(of));
    const all = await document();
    const wanted: Record<string, JsonObject[]> = {};
    for (const of of configured) {
      const { kind } = suiting(of);
      // Every other record may refer to it.
      const first = (all[of.name] as JsonObject[]).find(
        (one) => one["id"] !== of.builtIn?.id && (kind === undefined || one["kind"] === kind),
      )!;
      const changed = { ...first, ...of.example.patch };
      const fresh = { ...(of.example.body as JsonObject), ...suiting(of), id: `${of.prefix}_fresh` };
      wanted[of.name] = [changed, fresh].map((one, place) => {
        // A goal is for a creator or a watchlist: the empty reference stays empty.
        const named = Object.entries(of.refs).filter(([field]) => (one as JsonObject)[field] != null);
        const refs = named.map(([field, ref]) => [field, wanted[ref!.to]![place]!["id"]!]);
        return { ...one, ...(Object.fromEntries(refs) as JsonObject) };
      });
    }
    return { version: 1, ...wanted };
  }

  describe.each(Object.entries(POINTS))("%s", (_, point) => {
    test("a whole configuration is applied, or nothing of it", async () => {
      const wanted = await mixed();
      const answer = await crashed(point, () => api.call("PUT", "/v1/config", wanted));
      const again = await api.call("PUT", "/v1/config", wanted);
      expect([again.status, again.body.errors]).toEqual([200, undefined]);
      expect(again.body.changes.length > 0).toBe(!point.written);
      const actions = (answer?.body.changes ?? []).map(({ action }: { action: string }) => action);
      if (answer?.status === 200) expect(new Set(actions)).toEqual(new Set(["create", "change", "delete"]));
    });

    test("an import creates all its rows, or none, and its key has the first response", async () => {
      const row = (userId: string) => ({ ...(target.example.body as object), name: userId, params: { userId } });
      const rows = [row("1"), row("2"), { kind: "live" }, row("1"), row("3")];
      const send = () => api.call("POST", "/v1/targets/import", rows, once);
      const answer = await crashed(point, send);
      const [first, second] = [await send(), await send()];
      expect([first.status, second.body]).toEqual([200, first.body]);
      if (answer?.status === 200) expect(first.body).toEqual(answer.body);
      expect(await specimen.rows(target as Declared)).toHaveLength(3);
      expect(await done()).toHaveLength(1);
      // All of them exist: it creates nothing, but is stored and recorded.
      const other = { "idempotency-key": "another" };
      const known = await api.call("POST", "/v1/targets/import", rows, other);
      await api.call("DELETE", `/v1/targets/${known.body.items[0].id}`);
      const repeated = await api.call("POST", "/v1/targets/import", rows, other);
      expect([repeated.headers.get("idempotency-replayed"), repeated.body]).toEqual(["true", known.body]);
      expect((await done()).map(([what]) => what)).toEqual(["importTargets", "importTargets", "deleteTarget"]);
    });
  });

  test("a failing statement of the batch undoes all of it, whichever it is", async () => {
    for (const of of resources) {
      const { id } = await specimen.make(of, suiting(of));
      for (const { user, field } of refsTo(of)) await specimen.make(user, { [field]: id });
      const sent = await specimen.body(of);
      for (const request of [
        () => api.call("POST", `/v1/${of.name}`, sent, once),
        () => api.call("PATCH", `/v1/${of.name}/${id}`, of.example.patch),
        () => api.call("DELETE", `/v1/${of.name}/${id}?cascade=true`),
      ]) {
        const [before, entries] = [await tables(), await done()];
        let statements = 1;
        for (let failing = 0; failing < statements; failing++) {
          cut.between = async (requested, run) => {
            if (!isWrite(requested)) return run();
            statements = requested.sql.length;
            cut.between = straight;
            return requested.failing(failing);
          };
          expect([of.name, failing, (await request()).status]).toEqual([of.name, failing, 500]);
          expect(await tables()).toEqual(before);
          expect(await done()).toEqual(entries);
        }
        expect(statements).toBeGreaterThan(2);
      }
      expect((await api.db.prepare("SELECT * FROM requests").all()).results).toEqual([]);
    }
  });

  test("of two concurrent applies of one document one succeeds, and the other is told that it did not", async () => {
    const wanted = await mixed();
    const first: Answer[] = [];
    cut.between = async (requested, run) => {
      if (!isWrite(requested)) return run();
      cut.between = straight;
      first.push(await api.call("PUT", "/v1/config", wanted));
      return run();
    };
    const second = await api.call("PUT", "/v1/config", wanted);
    expect([first[0]!.status, second.status]).toEqual([200, 409]);
    expect((await done()).filter(([what]) => what === "applyConfig")).toHaveLength(1);
    expect((await api.call("PUT", "/v1/config", wanted)).body.changes).toEqual([]);
  });
});
