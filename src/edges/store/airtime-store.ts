import { placesIn, type Placed } from "../../core/month-row.ts";
import { monthsCovering } from "../../core/month-window.ts";
import type { AirtimeReportDeps } from "../../flows/queries/airtime-report/report.ts";
import type { BestPlace } from "../../core/airtime.ts";
import { goalsOf } from "./goal-store.ts";
import { pastMonths, ROLLED_TO } from "./past-months.ts";
import { roomStore } from "./room-store.ts";
import type { Row } from "./row.ts";
import { SEQ_PER_MS } from "../../core/event.ts";

const RANKINGS = `SELECT t.id, t.params ->> '$.userId' AS user FROM (SELECT 1 WHERE EXISTS (SELECT 1 FROM targets WHERE kind = 'ranking')) CROSS JOIN json_each(?1) j
  CROSS JOIN targets t ON t.params ->> '$.userId' = j.value AND t.kind = 'ranking'
  WHERE (?2 IS NULL OR t.watchlist_id IN (SELECT value FROM json_each(?2)))`;

const MONTHS = `SELECT m.target_id, m.month, m.places FROM json_each(?2) n CROSS JOIN json_each(?1) j
  CROSS JOIN months m ON m.target_id = j.value AND m.month = n.value`;

const RECENT = `SELECT e.target_id, e.data ->> '$.title' AS title, e.occurred_at,
    coalesce(e.data ->> '$.bestPlace', e.data ->> '$.place') AS place
  FROM json_each(?1) j CROSS JOIN events e ON e.target_id = j.value AND e.seq >= ?2
  WHERE e.type GLOB 'ranking.*' AND e.occurred_at >= ?3 AND e.occurred_at < ?4`;

/** Reads for the airtime report. Rankings are limited to those of the watchlists with the ids `lists`, if given. */
export const airtimeStore = (
  db: D1Database,
  statementsLeft: () => number,
  lists: string[] | null = null,
): AirtimeReportDeps => ({
  ...roomStore(db, statementsLeft),

  pastMonths: (query, after, max) => pastMonths(db, query, after, max),

  goals: (owners) => goalsOf(db, owners),

  async bestPlaces(userIds, from, to) {
    const [rankings, ticker] = await db.batch<Row>([
      db.prepare(RANKINGS).bind(JSON.stringify(userIds), lists === null ? null : JSON.stringify(lists)),
      db.prepare(ROLLED_TO),
    ]);
    const userOf = new Map(rankings!.results.map(({ id, user }) => [id, String(user)]));
    if (userOf.size === 0) return new Map();
    const ids = JSON.stringify([...userOf.keys()]);
    const rolledTo = Number(ticker!.results[0]?.["rolled_to"] ?? 0);
    const [held, recent] = await db.batch<Row>([
      db.prepare(MONTHS).bind(ids, JSON.stringify(monthsCovering(from, to))),
      db.prepare(RECENT).bind(ids, Math.max(from, rolledTo) * SEQ_PER_MS, from, to),
    ]);
    const best = new Map<string, Map<string, number>>();
    const add = (ranking: Row[string], { title, at, place }: Placed) => {
      if (at < from || at >= to) return;
      const user = userOf.get(ranking)!;
      const own = best.get(user) ?? new Map<string, number>();
      best.set(user, own.set(title, Math.min(place, own.get(title) ?? place)));
    };
    for (const { target_id: id, month, places } of held!.results)
      for (const one of placesIn(Number(month), String(places))) add(id!, one);
    for (const { target_id: id, title, occurred_at: at, place } of recent!.results)
      if (title !== null && place !== null) add(id!, { title: String(title), at: Number(at), place: Number(place) });
    return new Map([...best].map(([user, own]) => [user, bestFirst(own)]));
  },
});

const bestFirst = (places: Map<string, number>): BestPlace[] =>
  [...places]
    .map(([title, place]): BestPlace => ({ title, place }))
    .sort((a, b) => a.place - b.place || (a.title < b.title ? -1 : 1));
