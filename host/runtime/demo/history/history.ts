import type { Demo } from "../../../../src/core/demo.ts";
import type { Credentials } from "../../../../src/engine/upstream/definition.ts";
import { creatorPolls } from "./creators.ts";
import { judged } from "./judged.ts";
import { otherPolls } from "./others.ts";
import type { Stored } from "./thing.ts";
import { viewNow } from "./view-now.ts";
import { writeHistory, type Alert } from "./write.ts";

type Row = Record<string, unknown>;

const parsed = (value: unknown): never => JSON.parse(String(value)) as never;

const targetOf = (row: Row): Stored => ({
  id: String(row["id"]),
  kind: String(row["kind"]),
  name: String(row["name"]),
  params: parsed(row["params"]),
  settings: parsed(row["settings"]),
  watchlistId: String(row["watchlist_id"]),
});

const alertOf = (row: Row): Alert => ({
  channelId: String(row["channel_id"]),
  alone: row["kind"] === "webhook",
  watchlistId: String(row["watchlist_id"]),
  events: parsed(row["events"]),
});

/** Writes the thirty days before `now` (epoch ms): what polls of the demo would have found, and the messages about it. */
export async function giveHistory(db: D1Database, demo: Demo, simulator: Credentials, now: number): Promise<void> {
  const requested = async (sql: string, ids: string[]) =>
    (await db.prepare(sql).bind(JSON.stringify(ids)).all<Row>()).results;
  const targets = (
    await requested("SELECT * FROM targets WHERE id IN (SELECT value FROM json_each(?1))", demo.targets)
  ).map(targetOf);
  const alerts = (
    await requested(
      `SELECT s.channel_id, s.watchlist_id, s.events, c.kind FROM subscriptions s JOIN channels c ON c.id = s.channel_id
       WHERE s.id IN (SELECT value FROM json_each(?1))`,
      demo.subscriptions,
    )
  ).map(alertOf);
  const histories = await Promise.all(
    targets.map(async (target) => {
      const isCreator = target.kind === "live";
      const view = isCreator ? null : await viewNow(target, simulator);
      const polls = isCreator ? creatorPolls(target, now) : view === null ? [] : otherPolls(target, view, now);
      return { target, judged: judged(target, polls) };
    }),
  );
  await writeHistory(
    db,
    histories.filter(({ judged: { state } }) => state !== null),
    alerts,
    now,
  );
}
