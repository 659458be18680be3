import { surelyKnown } from "../support/readings.ts";
import { unlimited } from "../support/setting.ts";
import { roomStore } from "../../src/features/reports/room-store.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { airtimeStore } from "../../src/features/reports/airtime-store.ts";
import { editionStore } from "../../src/features/digests/edition-store.ts";
import { historyStore } from "../../src/features/digests/history-store.ts";
import { issueDue } from "../../src/features/digests/edition/start-editions.ts";
import { writeEdition } from "../../src/features/digests/edition/write.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { interposed } from "../support/interposed-d1.ts";
import { runs } from "../support/runs.ts";

const MINUTE = 60_000;
/** A first of April, 09:00 in Berlin; in the future, so that ticks are what counts. */
const DUE = Date.UTC(2030, 3, 1, 7);
const LISTS = 12;

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const created = async (path: string, body: object): Promise<string> => {
  const { status, body: answer } = await api.call("POST", path, body);
  expect([path, status]).toEqual([path, 201]);
  return answer.id;
};

async function world(): Promise<string> {
  await api.db
    .prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1")
    .bind(DUE - 20 * 86_400_000)
    .run();
  const settings = { url: "http://127.0.0.1:9/hook" };
  const channelId = await created("/v1/channels", { kind: "webhook", name: "Clients", settings });
  for (let n = 0; n < LISTS; n++) {
    const watchlistId = await created("/v1/watchlists", {
      name: `Client ${String(n).padStart(2, "0")}`,
      timezone: n % 3 === 0 ? "Asia/Tokyo" : null,
    });
    await created("/v1/targets", { kind: "live", name: `C${n}`, params: { userId: `70${n}` }, watchlistId });
  }
  // One without targets gets no message.
  await created("/v1/watchlists", { name: "Empty" });
  return created("/v1/digests", {
    name: "Month end",
    channelId,
    schedule: "0 9 1 * *",
    timezone: "Europe/Berlin",
    period: "lastMonth",
    sections: ["airtime"],
    perWatchlist: true,
  });
}

interface Delivered {
  id: string;
  list: string;
  listName: string;
  zone: string;
  written: number;
}

const delivered = async (): Promise<Delivered[]> => {
  const { results } = await api.db
    .prepare(
      `SELECT d.id, e.digest ->> 'watchlistId' AS list, e.digest ->> 'listName' AS listName, e.digest ->> 'timezone' AS zone,
         e.content IS NOT NULL AS written FROM deliveries d LEFT JOIN editions e ON e.id = d.edition ORDER BY listName`,
    )
    .all<Delivered>();
  return results;
};

test("twelve lists get one message each, whatever D1 and the queue refuse, and however often a tick is repeated", async () => {
  const faults = { refused: 0, lost: 0, orders: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("well", "well", "refused", "lost"), { minLength: 5, maxLength: 60 }),
      fc.array(fc.boolean(), { minLength: 5, maxLength: 40 }),
      async (fates, queue) => {
        await api.clear();
        await world();
        const stood = interposed(api.db);
        let requested = 0;
        stood.between = async (_statements, run) => {
          const fate = fates[requested++] ?? "well";
          if (fate === "refused") {
            faults.refused += 1;
            throw new Error("D1_ERROR: refused");
          }
          const result = await run();
          if (fate === "lost") {
            faults.lost += 1;
            throw new Error("D1_ERROR: the answer was lost");
          }
          return result;
        };
        const store = editionStore(stood.db);
        let key = 0;
        const write = {
          ...historyStore(stood.db),
          ...roomStore(stood.db, unlimited),
          airtime: airtimeStore(stood.db, unlimited, surelyKnown),
          retentionMs: Infinity,
          claim: store.claim,
          keep: store.keep,
          newKey: () => `key${key++}`,
          wallNow: () => DUE,
        };
        let takes = 0;
        // Until everything is written; leases last two minutes, and an edition has five tries.
        for (let minute = 0; minute < 80; minute++) {
          const now = DUE + minute * MINUTE;
          const ordered: string[] = [];
          const order = async (id: string) => {
            const taken = queue[takes++] ?? true;
            if (taken) ordered.push(id);
            else faults.orders += 1;
            return taken;
          };
          const deps = { ...store, order };
          const refused = await issueDue(now, deps).catch(() => []);
          for (const id of [...ordered, ...refused.map(({ edition }) => edition)])
            await writeEdition(id, now, write).catch(() => false);
        }
        const all = await delivered();
        expect(all.map(({ listName }) => listName)).toEqual(
          Array.from({ length: LISTS }, (_, n) => `Client ${String(n).padStart(2, "0")}`),
        );
        expect(new Set(all.map(({ id }) => id)).size).toBe(LISTS);
        expect(all.filter(({ zone }) => zone === "Asia/Tokyo")).toHaveLength(4);
        expect(all.every(({ written }) => written === 1)).toBe(true);
      },
    ),
    { numRuns: runs(60) },
  );
  for (const [what, count] of Object.entries(faults)) expect([what, count > 3]).toEqual([what, true]);
});

test("run makes one message for each list now, and the answer is the first", async () => {
  const id = await world();
  const { status, body } = await api.call("POST", `/v1/digests/${id}/run`);
  expect(status).toBe(201);
  const all = await delivered();
  expect(all).toHaveLength(LISTS);
  expect(all[0]).toMatchObject({ id: body.id, written: 1 });
  expect(all.slice(1).every(({ written }) => written === 0)).toBe(true);
  // The others were ordered, and the first is waited for by nobody.
  expect(api.nudges.filter((one) => "edition" in (one as object))).toHaveLength(LISTS - 1);
  await api.db.prepare("DELETE FROM targets").run();
  expect((await api.call("POST", `/v1/digests/${id}/run`)).status).toBe(409);
});

test("a preview shows the first list's message", async () => {
  const id = await world();
  const { body } = await api.call("POST", `/v1/digests/${id}/preview`, {});
  expect(body.messages).toHaveLength(1);
  expect(body.data.airtime.totals.creators).toBe(1);
  expect(JSON.stringify(body.messages[0].payload)).toContain('"watchlistName":"Client 00"');
});

test("a preview shows the message of the list that it names, and of no other", async () => {
  const id = await world();
  const lists = (await api.call("GET", "/v1/watchlists?limit=200")).body.items as { id: string; name: string }[];
  const idOf = (name: string) => lists.find((one) => one.name === name)!.id;
  const previewOf = (watchlistId: unknown) => api.call("POST", `/v1/digests/${id}/preview`, { watchlistId });
  const { body } = await previewOf(idOf("Client 07"));
  expect(JSON.stringify(body.messages[0].payload)).toContain('"watchlistName":"Client 07"');
  for (const invalid of [idOf("Empty"), "wl_nobody", null, 7]) {
    const refused = await previewOf(invalid);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/watchlistId"]);
  }
  await api.call("PATCH", `/v1/digests/${id}`, { perWatchlist: false });
  expect((await previewOf(idOf("Client 07"))).status).toBe(422);
});
