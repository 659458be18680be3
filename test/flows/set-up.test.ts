import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogue } from "../../sim/catalogue.ts";
import { drive } from "../../sim/testing/driver.ts";
import { isObject, pointed, type Json } from "../../src/core/json.ts";
import { rowsOf } from "../../src/core/rows.ts";
import { fieldsFound } from "../../src/features/service/define/fields-found.ts";
import { rowsFound } from "../../src/features/service/define/rows-found.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { sqlStatements } from "../../src/core/sql-statements.ts";
import { MIGRATIONS } from "../../src/db/migrations.ts";
import { setUp, type Progress, setUpStore } from "../../src/db/set-up.ts";
import { doors } from "../../src/wiring/handlers.ts";
import { deployedFiles } from "../support/deployed-files.ts";
import { interposed, straight, type Interposed } from "../support/interposed-d1.ts";
import { realD1, type RealD1 } from "../support/real-d1.ts";
import { TOKEN } from "../support/setting.ts";

describe("set up", () => {
  const NAMES = Object.keys(MIGRATIONS);

  let real: RealD1;
  let inner: D1Database;
  let between: Interposed;
  const failures: string[] = [];

  beforeEach(async () => {
    failures.length = 0;
    real = await realD1();
    inner = real.db;
    between = interposed(inner);
  });

  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await real.stop();
  });

  /** One invocation. */
  const run = (statementsLeft = Infinity): Promise<Progress | null> =>
    setUp({
      ...setUpStore(between.db),
      statementsLeft: () => statementsLeft,
      failed: (migration, thrown) => failures.push(`${migration}: ${String(thrown)}`),
    });

  const schema = async (): Promise<unknown> =>
    (await inner.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all()).results;

  /** Applies the migrations before this one, each in an invocation of its own. */
  async function upTo(name: string): Promise<void> {
    const store = setUpStore(inner);
    await store.applied();
    for (const one of NAMES.slice(0, NAMES.indexOf(name))) await store.apply(one, sqlStatements(MIGRATIONS[one]!));
  }

  test("a migration that is cut off after any of its statements leaves nothing behind, and is applied later", async () => {
    const name = NAMES.at(-1)!;
    const count = sqlStatements(MIGRATIONS[name]!).length;
    expect(count).toBeGreaterThan(20);
    await upTo(name);
    const before = await schema();
    // The first statement records the migration.
    const step = process.env["LONG"] ? 1 : 5;
    let cuts = 0;
    for (let index = 0; index <= count; index += step, cuts++) {
      between.between = (requested, go) => (requested.batch ? requested.failing(index) : go());
      expect(await run()).toEqual({ state: "failed", migration: name });
      expect(await schema()).toEqual(before);
      expect(await inner.prepare("SELECT 1 FROM d1_migrations WHERE name = ?1").bind(name).first()).toBeNull();
    }
    expect(failures).toHaveLength(cuts);
    expect(failures[0]).toContain(name);
    between.between = straight;
    expect(await run()).toEqual({ state: "applying", applied: NAMES.length, all: NAMES.length });
    expect(await run()).toBeNull();
  });

  test("a migration whose answer was lost counts as applied", async () => {
    let lost = 0;
    between.between = async (requested, go) => {
      const result = await go();
      if (requested.batch && lost++ === 1) throw new Error("D1_ERROR: Network connection lost.");
      return result;
    };
    expect(await run()).toEqual({ state: "failed", migration: NAMES[1] });
    expect(await run()).toEqual({ state: "applying", applied: NAMES.length, all: NAMES.length });
    expect(await run()).toBeNull();
  });

  test("another invocation that is faster is no failure", async () => {
    let raced = false;
    between.between = async (requested, go) => {
      if (requested.batch && !raced) {
        raced = true;
        await upTo(NAMES[2]!);
      }
      return go();
    };
    expect(await run()).toMatchObject({ state: "applying", applied: NAMES.length });
    expect(failures).toEqual([]);
  });

  test("what does not fit into the statements that are left waits for the next invocation", async () => {
    const first = sqlStatements(MIGRATIONS[NAMES[0]!]!).length;
    expect(await run(first)).toEqual({ state: "applying", applied: 0, all: NAMES.length });
    expect(await run(first + 1)).toMatchObject({ state: "applying" });
  });

  test("migrations of another version are left to it", async () => {
    await upTo(NAMES[2]!);
    await inner.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_of_a_fork.sql')").run();
    const before = await schema();
    expect(await run()).toBeNull();
    expect(await schema()).toEqual(before);
  });

  test("a database from before the first release is refused in a sentence, and stays as it is", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await upTo(NAMES.at(-1)!);
    await inner.prepare("UPDATE d1_migrations SET name = 'x' || name").run();
    const before = [await schema(), (await inner.prepare("SELECT * FROM d1_migrations").all()).results];
    expect(await run()).toEqual({ state: "early" });
    const env = { DB: inner, ASSETS: deployedFiles, LIMITS: "free", ADMIN_TOKEN: TOKEN } as unknown as Env;
    const worker = doors();
    const ask = async (path: string, accept = "*/*") => {
      const headers = { authorization: `Bearer ${TOKEN}`, accept };
      const answer = await worker.fetch(new Request(`http://api.test${path}`, { headers }) as never, env, {} as never);
      return [answer.status, await answer.text()] as const;
    };
    const detail =
      "This database is from before the first release, and nothing of it was changed. Connect the Worker to a new one.";
    const [status, health] = await ask("/healthz");
    expect([status, JSON.parse(health)]).toMatchObject([503, { status: "down", reasons: ["schema"], detail }]);
    expect((await ask("/v1/targets"))[1]).toContain(detail);
    expect((await ask("/", "text/html"))[1]).toContain(`<p>${detail}</p>`);
    await worker.scheduled({ scheduledTime: Date.now() } as never, env, {} as never);
    expect([await schema(), (await inner.prepare("SELECT * FROM d1_migrations").all()).results]).toEqual(before);
  });

  test("a failed migration is named by health, the API, a page and the log, and tried again after ten seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const worker = doors();
    const env = { DB: between.db, ASSETS: deployedFiles, LIMITS: "free", ADMIN_TOKEN: TOKEN } as unknown as Env;
    const ask = async (path: string, accept = "*/*") => {
      const headers = { authorization: `Bearer ${TOKEN}`, accept };
      const answer = await worker.fetch(new Request(`http://api.test${path}`, { headers }) as never, env, {} as never);
      return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
    };
    await upTo(NAMES[2]!);
    let batches = 0;
    between.between = (requested, go) => {
      if (!requested.batch) return go();
      batches += 1;
      return requested.failing(1);
    };
    const health = await ask("/healthz");
    expect([health.status, JSON.parse(health.text)]).toEqual([
      503,
      {
        status: "down",
        lastTickAt: null,
        lastPollAt: null,
        reasons: ["migration_failed"],
        detail: `The migration ${NAMES[2]} failed and left nothing behind. It is tried again. The log says why.`,
        version: "development",
      },
    ]);
    const api = await ask("/v1/targets");
    expect([api.status, api.retryAfter]).toEqual([503, "10"]);
    expect(JSON.parse(api.text)).toMatchObject({
      type: "/problems/setting-up",
      detail: expect.stringContaining(NAMES[2]!),
    });
    const page = await ask("/", "text/html");
    expect([page.status, page.text.includes("Setting up has stopped"), page.text.includes(NAMES[2]!)]).toEqual([
      503,
      true,
      true,
    ]);
    expect(batches).toBe(1);
    expect(log.mock.calls.flat().join("\n")).toContain(`set-up: the migration ${NAMES[2]} failed`);
    between.between = straight;
    expect((await ask("/healthz")).status).toBe(503);
    vi.setSystemTime(Date.now() + 10_001);
    for (let requested = 0; (await ask("/healthz")).status !== 200; requested++) expect(requested).toBeLessThan(20);
  });

  test("a database that does not answer is reported as such, not as a missing schema", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const env = { DB: between.db, ASSETS: deployedFiles, LIMITS: "free", ADMIN_TOKEN: TOKEN } as unknown as Env;
    between.between = () => Promise.reject(new Error("D1_ERROR: internal error"));
    const answer = await doors().fetch(new Request("http://api.test/healthz") as never, env, {} as never);
    expect([answer.status, await answer.json()]).toMatchObject([503, { status: "down", reasons: ["database"] }]);
    expect(log).toHaveBeenCalled();
  });
});

/** Operations of the simulator that answer with a list, and the key that identifies its rows. */
const LISTS: Record<string, string> = {
  "user.videos": "/aweme_id",
  "user.liked_videos": "/aweme_id",
  "user.playlists": "/playlist_id",
  "user.playlist": "/aweme_id",
  "user.followers": "/uid",
  "user.following": "/uid",
  "user.stories": "/aweme_id",
  "video.comments": "/cid",
  "video.comment_replies": "/cid",
  "video.trending_categories": "/category_id",
  "video.trending": "/aweme_id",
  "video.by_play": "/aweme_id",
  "video.by_hashtag": "/aweme_id",
  "video.by_music": "/aweme_id",
  "video.user_music": "/id",
  "video.by_product": "/aweme_id",
  "video.by_seller": "/aweme_id",
  "seller.categories": "/category_id",
  "product.categories_level1": "/category_id",
  "product.categories_level2": "/category_id",
  "product.categories_level3": "/category_id",
  "seller.products": "/product_id",
  "product.by_video": "/product_id",
  "product.by_user": "/product_id",
  "product.home_by_category": "/product_id",
  "search.user": "/user_info/uid",
  "search.video": "/aweme_id",
  "search.hashtag": "/challenge_info/cid",
  "search.music": "/id",
  "search.product": "/product_id",
};

const VALUES: Record<string, string> = { keyword: "cats", region: "US", category_id: "601000" };

/** Asks until an answer has rows: of some creators and videos there are none. */
async function answerWithRows(name: string): Promise<Json> {
  const { method, path, params } = catalogue.find((one) => one.name === name)!;
  const service = drive();
  for (let n = 0; n < 30; n++) {
    const required = params.filter((one) => one.required);
    const values = Object.fromEntries(required.map((one) => [one.name, VALUES[one.name] ?? `70${n}12345678901`]));
    const answer =
      method === "POST"
        ? await service.callWith(path, { ...values, category_id: 601000 })
        : await service.call(`${path}?${new URLSearchParams(values).toString()}`);
    const body = answer.json() as Json;
    expect([name, answer.status, isObject(body) ? body["code"] : null]).toEqual([name, 200, 0]);
    const found = rowsFound(body);
    if (found.length > 0 && found[0]!.count > 1) return body;
  }
  throw new Error(`no answer of ${name} had rows`);
}

describe("in an answer of the simulator", () => {
  test.each(Object.entries(LISTS))("%s: the rows and their identity are found", async (name, id) => {
    const body = await answerWithRows(name);
    const [{ rows, ids }] = rowsFound(body) as [ReturnType<typeof rowsFound>[number]];
    expect(ids[0]).toBe(id);
    const list = pointed(body, rows) as Json[];
    const fields = Object.fromEntries(
      fieldsFound(list[0]!, id).flatMap(({ name: field, pointer, proposed }) => (proposed ? [[field, pointer]] : [])),
    );
    const read = rowsOf(body, { rows, id }, fields);
    expect(read.ok && read.value.rows.length).toBe(list.length);
    expect(Object.keys(fields).length).toBeGreaterThan(0);
    if (name.endsWith("videos")) expect(Object.keys(fields)).toEqual(expect.arrayContaining(["title", "time"]));
  });

  test("every operation of a list is among these", () => {
    const rest = catalogue.filter(({ name }) => !Object.hasOwn(LISTS, name)).map(({ name }) => name);
    // Of the first, rows are within groups; the second has rows while somebody is live.
    expect(rest.filter((name) => /s$|list|search/.test(name))).toEqual(["live.ranking_list", "search.live"]);
  });
});
