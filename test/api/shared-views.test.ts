import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { metered } from "../../src/db/meter.ts";
import { fillWorld } from "../support/full-world.ts";
import { runApi, type RunningApi, runSqliteApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("shared views", () => {
  describe("shared views", () => {
    // Whoever has a link may look as often as they like: what that costs is bounded.

    const PLACES = ["/shared", "/feeds/live.ics", "/feeds/forecast.ics", "/feeds/events.atom"];
    const SECOND = 1000;

    /** How old what is shown may be, seconds. */
    const oldest = (path: string): number => ({ "/feeds/forecast.ics": 600, "/shared": 40 })[path] ?? 30;

    /** The key with the version: each request reads them. */
    const ROWS_A_LOOK = 3;

    let api: RunningApi;
    let read = 0;
    let key: string;
    let start = Date.now();

    beforeAll(async () => {
      api = await runApi();
      await fillWorld(api.db, Date.now());
      api.env.DB = metered(api.db, { statements: 0 }, Infinity, (name, by) => {
        if (name === "d1|rowsRead") read += by;
      });
    });
    afterAll(() => api.stop());
    beforeEach(async () => {
      start = Date.now();
      vi.useFakeTimers({ now: start, toFake: ["Date"] });
      key = (await api.call("POST", "/v1/feed-keys", { name: "A client", watchlistId: null })).body.key;
    });
    afterEach(async () => {
      vi.useRealTimers();
      await api.db.prepare('DELETE FROM "feed-keys"').run();
    });

    const look = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await api.fetch(`${path}?key=${key}`, { headers }, null);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };

    const rowsOf = async (work: () => Promise<unknown>): Promise<number> => {
      read = 0;
      await work();
      return read;
    };

    const tick = () => api.db.prepare("UPDATE ticker SET last_tick_at = last_tick_at + 60000").run();

    test.each(PLACES)("however many look at %s, it is read once in its time", async (path) => {
      const first = await rowsOf(() => look(path));
      expect(first).toBeGreaterThan(ROWS_A_LOOK);
      expect((first * 30) / oldest(path)).toBeLessThanOrEqual(400);
      for (const second of [1, oldest(path) / 2, oldest(path) - 1]) {
        vi.setSystemTime(start + second * SECOND);
        for (let viewer = 0; viewer < 2; viewer++) expect(await rowsOf(() => look(path))).toBe(ROWS_A_LOOK);
      }
      vi.setSystemTime(start + oldest(path) * SECOND);
      // The month of /shared lasts longer.
      const again = await rowsOf(() => look(path));
      expect(again).toBeGreaterThan(ROWS_A_LOOK);
      expect(again).toBeLessThanOrEqual(first);
    });

    test("the month of a list is counted once in ten minutes, who is live once in forty seconds", async () => {
      const many = 60;
      await api.db
        .prepare(
          `UPDATE targets SET watchlist_id = 'wl_00003' WHERE kind = 'live' AND rowid BETWEEN 600 AND 599 + ${many}`,
        )
        .run();
      key = (await api.call("POST", "/v1/feed-keys", { name: "Of one list", watchlistId: "wl_00003" })).body.key;
      const first = await rowsOf(() => look("/shared"));
      const later: number[] = [];
      for (const second of [40, 80, 599, 600, 641]) {
        vi.setSystemTime(start + second * SECOND);
        later.push(await rowsOf(() => look("/shared")));
      }
      const [live, , , again] = later as [number, number, number, number];
      expect(later).toEqual([live, live, live, again, live]);
      expect(live).toBeLessThanOrEqual(2 * many);
      expect(again - live).toBeGreaterThan(many);
      expect(Math.max(first, again)).toBeLessThanOrEqual(12 * many);
    });

    test.each(PLACES)("a tick is seen at once at %s, and where ticks are many once in its time", async (path) => {
      const created: number[] = [];
      // Steps that add up without rounding.
      const step = oldest(path) / 8;
      for (let at = 0; at < 32; at++) {
        vi.setSystemTime(start + at * step * SECOND);
        await tick();
        if ((await rowsOf(() => look(path))) > ROWS_A_LOOK) created.push(at);
      }
      expect(created).toEqual([0, 1, 2, 3, 4, 8, 16, 24]);
    });

    test.each(PLACES)("a key that was deleted shows nothing more at %s", async (path) => {
      expect((await look(path)).status).toBe(200);
      await api.db.prepare('DELETE FROM "feed-keys"').run();
      expect((await look(path)).status).toBe(404);
    });

    test("a key that is moved to another list shows that at once", async () => {
      expect((await look("/shared")).text).toContain("<h1>");
      await api.db.prepare(`UPDATE "feed-keys" SET watchlist_id = 'wl_00002'`).run();
      const list = (await api.call("GET", "/v1/watchlists/wl_00002")).body.name as string;
      expect((await look("/shared")).text).toContain(list);
    });

    test.each(PLACES.slice(1))("who has %s is not sent it again", async (path) => {
      const etag = (await look(path)).headers.get("etag")!;
      const again = await look(path, { "if-none-match": etag });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      expect((await look(path, { "if-none-match": '"other"' })).status).toBe(200);
    });

    test("a tab that shows what is kept is told so", async () => {
      const version = /data-version="([^"]+)"/.exec((await look("/shared")).text)![1]!;
      expect((await look("/shared", { "x-version": version })).status).toBe(204);
      vi.setSystemTime(start + 41 * SECOND);
      expect((await look("/shared", { "x-version": version })).status).toBe(200);
    });
  });

  describe("sharing page", () => {
    let api: RunningApi;
    let me: Visitor;
    beforeAll(async () => {
      api = await runSqliteApi();
    });
    afterAll(() => api.stop());
    beforeEach(async () => {
      await api.clear();
      me = await context(api);
    });

    const shared = (list = "") =>
      me.send("/sharing", [
        ["/name", "Client"],
        ["/watchlistId", list],
      ]);

    const HTML = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" } as Record<string, string>;
    const valueOf = (text: string, id: string) =>
      new RegExp(`id="${id}"[^>]*value="([^"]*)"`)
        .exec(text)![1]!
        .replaceAll(/&(?:lt|gt|quot|amp);/g, (one) => HTML[one]!);

    test("new links show the badge itself, and what to paste for it; each field can be selected and copied", async () => {
      const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Music" });
      await api.call("POST", "/v1/targets", { kind: "live", name: "Other", params: { userId: "7011" } });
      const { body: maria } = await api.call("POST", "/v1/targets", {
        kind: "live",
        name: 'Maria](x) "<b>',
        params: { userId: "7012" },
        watchlistId: list.id,
      });
      const { status, text } = await shared(list.id as string);
      expect(status).toBe(200);
      const [, picture] = /<img src="data:image\/svg\+xml,([^"]+)" alt="Example of the badge"/.exec(text)!;
      expect(decodeURIComponent(picture!)).toContain("live");
      const path = `/badge/${maria.id}.svg${new URL(valueOf(text, "door-0")).search}`;
      const badge = await api.fetch(path, {}, null);
      expect([badge.status, badge.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
      const markdown = /^\[!\[Live status\]\((\S+)\)\]\((\S+)\)$/.exec(valueOf(text, "badge-markdown"))!;
      const html = /^<a href="(\S+)"><img src="(\S+)" alt="Live status"><\/a>$/.exec(valueOf(text, "badge-html"))!;
      expect([markdown[1], markdown[2]]).toEqual([html[2], html[1]]);
      expect(markdown[1]!.endsWith(path)).toBe(true);
      expect((await api.fetch(new URL(markdown[2]!).pathname + new URL(markdown[2]!).search, {}, null)).status).toBe(
        200,
      );
      expect([...text.matchAll(/<input[^>]* readonly[^>]*data-copy/g)].length).toBe(6);
    });

    test("with several lists one has to be chosen, so that nobody sees everyone by mistake", async () => {
      await api.call("POST", "/v1/watchlists", { name: "Music" });
      const refused = await shared();
      expect([refused.status, refused.text.includes("Choose a list first.")]).toEqual([422, true]);
      expect((await api.call("GET", "/v1/feed-keys")).body.items).toEqual([]);
      expect((await shared("everyone")).status).toBe(200);
      expect((await api.call("GET", "/v1/feed-keys")).body.items).toMatchObject([{ watchlistId: null }]);
    });

    test("without a creator there is no badge yet", async () => {
      const { text } = await shared();
      expect(text).not.toContain("/badge/");
      expect(text).toContain("Once there is a creator");
    });
  });
});

describe("shared limits", () => {
  let api: RunningApi;
  let key: string;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    key = (await api.call("POST", "/v1/feed-keys", { name: "A client", watchlistId: null })).body.key;
  });
  afterEach(() => vi.useRealTimers());

  const look = (path: string): Promise<Response> => api.fetch(`${path}?key=${key}`, {}, null);

  test("a key that is used too often is told when it may be again", async () => {
    for (let batch = 0; batch < 12; batch++) {
      const all = await Promise.all(Array.from({ length: 50 }, () => look("/badge/none.svg")));
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([404]));
    }
    const refused = await look("/badge/none.svg");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  });
});
