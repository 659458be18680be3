import { DAY_MS } from "../../src/core/duration.ts";
import type { Json } from "../../src/core/json.ts";
import { fixtures } from "./fixtures.ts";
import type { Fixture } from "../../src/kinds/kind.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { hostile, nameAt, TEXTS, textAt } from "./hostile-words.ts";
import type { Creation } from "./creation.ts";
import { variants } from "./kinds.ts";
import { firstPoll, readOff } from "./readings.ts";
import { watchedUntil } from "./watched-now.ts";

const HOUR = 3_600_000;

/**
 * Adds watchlists and creators that are live, offline, paused, failing and never polled. Returns the ids of the
 * watchlists.
 */
export async function hostileCreators({ api: { db }, now, run, make }: Creation): Promise<string[]> {
  await watchedUntil(db, now, { targets: 60, events: 300, onAir: 10, failing: 4, names: ["Maria", ...TEXTS] });
  await db.batch([
    // Some paused, some never polled, the others known to be offline.
    db.prepare("UPDATE targets SET enabled = 0 WHERE id IN ('tgt_20', 'tgt_21', 'tgt_22')"),
    ...TEXTS.flatMap((text, place) => [
      db
        .prepare("UPDATE targets SET name = ?1, params = json_set(params, '$.handle', ?2) WHERE id = ?3")
        .bind(text, `a${place}`, `tgt_${10 + place}`),
      db
        .prepare("UPDATE targets SET name = ?1, params = json_set(params, '$.handle', ?2) WHERE id = ?3")
        .bind(text, `b${place}`, `tgt_${30 + place}`),
    ]),
    db
      .prepare(
        `UPDATE targets SET state = json_object('verdict', 'off', 'since', ?1, 'knownAt', null, 'room', null, 'session', null,
           'flip', null, 'baseline', json('false')), gaps = '[]', last_ok_at = ?1 WHERE state IS NULL AND id < 'tgt_4'`,
      )
      .bind(now - HOUR),
    db.prepare("UPDATE targets SET fault = json_set(fault, '$.detail', ?1) WHERE fault IS NOT NULL").bind(textAt(0)),
  ]);

  const lists = await Promise.all(
    [0, 3, 5].map((place) => make("watchlists", { name: nameAt(place), description: nameAt(place + 1) })),
  );
  await run(
    "UPDATE targets SET watchlist_id = ?1 WHERE id IN ('tgt_0', 'tgt_1', 'tgt_2', 'tgt_11', 'tgt_31')",
    lists[0]!.id,
  );

  // One creator has past streams.
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (const ago of [1, 2, 3, 5, 6]) {
    const at = today - ago * DAY_MS;
    await run(
      "INSERT INTO series (target_id, begins_at, points) VALUES ('tgt_0', ?1, ?2)",
      at,
      JSON.stringify([
        [at + HOUR, { viewers: 900 * ago, airtimeSeconds: 60 }],
        [at + 2 * HOUR, { viewers: 400, airtimeSeconds: 3660 }],
      ]),
    );
  }
  return lists.map(({ id }) => id);
}

/** All kinds except live creators. */
export const OTHER_KINDS = Object.keys(targetKinds).filter((kind) => kind !== "live");

/** Adds two of each other kind, the first with a polled state and series. Returns their ids, in the order of kinds. */
export async function hostileRest({ now, run, make }: Creation): Promise<string[]> {
  const rest: string[] = [];
  for (const [place, kind] of OTHER_KINDS.entries())
    for (const [number, params] of variants(targetKinds[kind]!, 2).entries())
      rest.push((await make("targets", { kind, name: nameAt(place + number * 3), params })).id);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (const [place, id] of rest.entries()) {
    if (place % 2 === 1) continue;
    const kind = targetKinds[OTHER_KINDS[place / 2]!]!;
    const [{ params, bodies, settings: own = {} }] = fixtures[kind.kind] as [Fixture];
    const asking = firstPoll(kind.params().parse(params), kind.settings().parse({}) as object);
    const { seen } = readOff(kind.read(asking), bodies.map((body) => hostile(body as Json, place)) as typeof bodies);
    if (!seen.ok) throw new Error(`the first fixture of ${kind.kind} is not read`);
    const settings = kind.settings().parse(own);
    const evaluated = kind.judge({
      ...asking,
      before: null,
      settings,
      view: seen.value,
      hold: false,
      holdsMs: 600_000,
      at: now - 9 * HOUR,
    });
    await run(
      "UPDATE targets SET state = ?2, gaps = '[]', last_ok_at = ?3, settings = ?4 WHERE id = ?1",
      id,
      JSON.stringify(evaluated.state),
      now,
      JSON.stringify(settings),
    );
    for (const [ago, factor] of [
      [3, 1],
      [2, 1.2],
      [0, 1.5],
    ] as const) {
      const values = Object.fromEntries(
        Object.entries(evaluated.samples ?? {}).map(([key, value], nth) => [
          key,
          Math.round(value * (nth % 2 === 0 ? factor : 2 - factor)) || 1,
        ]),
      );
      const at = today - ago * DAY_MS;
      await run(
        "INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)",
        id,
        at,
        JSON.stringify([
          [at, values],
          [at + 1000, values],
        ]),
      );
    }
  }
  return rest;
}
