import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { resourceStore } from "../../src/db/resources/resource-store.ts";
import { resources } from "../../src/resources/registry.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { target } from "../../src/features/creators/resource/target.ts";
import { formOf } from "../../src/resources/view.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { dangling } from "../support/migrate.ts";
import { interposed, isWrite, straight, type Interposed } from "../support/interposed-d1.ts";
import { refused } from "../support/resource-model.ts";
import { wish, World, type Fate, type Wish } from "../support/resource-world.ts";
import { runs } from "../support/runs.ts";
import { masked, displayedOf, specimens } from "../support/specimens.ts";

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

const open = (of: Declared, form: JsonObject) => Object.entries(form).filter(([field]) => !masked(of).includes(field));

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
    { numRuns: runs(1000, 40) },
  );
}, 600_000);
