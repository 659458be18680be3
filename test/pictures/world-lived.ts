import type { Event } from "../../src/core/event.ts";
import type { RunningApi } from "../api/running-api.ts";
import { writtenWeek } from "./week.ts";
import { DAY, HOUR, NOW, SINCE, type World } from "./world.ts";
import { evaluated, PAUSED, things, UNREADABLE } from "./world-past.ts";
import {
  atSecondTry,
  deadOf,
  type Hearing,
  heldTill,
  leftOut,
  notifiedOf,
  notifiedRow,
  type NotifiedRow,
  waiting,
} from "./world-told.ts";

/** What adds by the API, and what adds a row. */
function keeping(api: RunningApi) {
  const make = async (what: string, body: object): Promise<string> => {
    const answer = await api.call("POST", `/v1/${what}`, body);
    if (answer.status !== 201) throw new Error(`${what}: ${JSON.stringify(answer.body)}`);
    return answer.body.id as string;
  };
  const insert = (table: string, row: object) => {
    const names = Object.keys(row);
    const values = Object.values(row).map((value) =>
      typeof value === "object" && value !== null ? JSON.stringify(value) : value,
    );
    const requested = names.map((_, n) => `?${n + 1}`).join();
    return api.db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${requested})`).bind(...values);
  };
  return { make, insert };
}

const TRENDS = ["ranking.*", "hashtag.*"];

type Make = (what: string, body: object) => Promise<string>;

/** Channels of every sort, who hears what on them, a digest and a board. */
async function furnish(make: Make, lists: { favourites: string }) {
  const hook = (n: number) => ({ url: `https://discord.com/api/webhooks/118800000000000${n}/${"x".repeat(60)}` });
  const channels = {
    live: await make("channels", { kind: "discord", name: "#live-alerts", settings: hook(1) }),
    slack: await make("channels", {
      kind: "slack",
      name: "#team",
      settings: { url: "https://hooks.slack.com/services/T0AAAAAAA/B0AAAAAAA/abcdefghijklmnopqrstuvwx" },
    }),
    mods: await make("channels", { kind: "discord", name: "#mod-alerts", settings: hook(2) }),
    own: await make("channels", {
      kind: "webhook",
      name: "Our own dashboard",
      settings: { url: "https://dashboard.example.com/tallylight" },
    }),
  };
  const favouritesOnly = { watchlistId: lists.favourites };
  const night = (from: string, to: string) => ({ from, to, timezone: "Europe/Berlin", action: "hold" });
  await make("subscriptions", {
    name: "Favorites live",
    events: ["live.started", "live.ended"],
    channelId: channels.live,
    mention: "@here",
    template: { "live.started": "{{name}} is on: {{info.title}}. Come in!" },
    quietHours: night("23:00", "07:00"),
    ...favouritesOnly,
  });
  await make("subscriptions", { name: "Everybody, for the archive", events: ["live.*"], channelId: channels.slack });
  const evening = night("18:00", "21:00");
  await make("subscriptions", { name: "Who climbs", events: TRENDS, channelId: channels.slack, quietHours: evening });
  await make("subscriptions", {
    name: "Moderators",
    events: ["live.started"],
    channelId: channels.mods,
    ...favouritesOnly,
  });
  await make("subscriptions", { name: "Prices", events: ["product.price_changed"], channelId: channels.own });
  const digest = await make("digests", {
    name: "Monday's movers",
    channelId: channels.live,
    schedule: "0 9 * * 1",
    timezone: "Europe/Berlin",
    period: "P7D",
  });
  await make("boards", { name: "On air now", channelId: channels.live, watchlistId: null });
  return { channels, digest };
}

/** The same alerts, and what became of their messages: some held, some left out, some lost. */
function hearings(
  channels: Awaited<ReturnType<typeof furnish>>["channels"],
  favourites: Set<string>,
  owl: string,
): Hearing[] {
  const goneAt = NOW - 2 * DAY - 7 * HOUR;
  return [
    { channelId: channels.live, events: ["live.started", "live.ended"], targets: favourites },
    {
      channelId: channels.slack,
      events: ["live.*"],
      targets: null,
      fate: ({ targetId, detectedAt }) =>
        targetId === owl && detectedAt > NOW - 2 * DAY
          ? leftOut("silenced: on holiday")
          : detectedAt % 7 === 0
            ? atSecondTry(detectedAt)
            : null,
    },
    {
      channelId: channels.slack,
      events: TRENDS,
      targets: null,
      fate: (_event, recent) => (recent ? heldTill(NOW + 19 * 60_000) : null),
    },
    {
      channelId: channels.mods,
      events: ["live.started"],
      targets: favourites,
      fate: ({ detectedAt }) =>
        detectedAt < goneAt
          ? null
          : detectedAt < goneAt + DAY
            ? deadOf(detectedAt, "the webhook is no more (10015)")
            : leftOut("channel disabled: the webhook is no more (10015)"),
    },
    {
      channelId: channels.own,
      events: ["product.price_changed"],
      targets: null,
      fate: ({ detectedAt }, recent) => (recent ? waiting(detectedAt) : null),
    },
  ];
}

/** Fills a world with thirteen weeks that look like real ones. */
export async function liveThrough({ api }: World): Promise<void> {
  const { db } = api;
  const { make, insert } = keeping(api);
  Date.now = () => SINCE;
  const lists = {
    favourites: await make("watchlists", { name: "Favorites" }),
    others: await make("watchlists", { name: "Everybody else" }),
  };
  const favourites = new Set<string>();
  const ids = new Map<string, string>();
  const events: Event[] = [];
  for (const thing of things()) {
    const { watchlist, ...body } = thing.body;
    const id = await make("targets", { ...body, watchlistId: lists[watchlist] });
    ids.set(`${body.kind} ${body.name}`, id);
    if (watchlist === "favourites") favourites.add(id);
    const { state, events: own, points, lastOkAt, onAir } = evaluated(id, thing);
    events.push(...own.map((event) => ({ ...event, watchlistId: lists[watchlist] })));
    const days = Map.groupBy(points, ([at]) => Math.floor(at / DAY));
    await db.batch([
      db
        .prepare(
          "UPDATE targets SET state = ?2, gaps = '[]', on_air = ?3, last_ok_at = ?4, judged_at = ?4 WHERE id = ?1",
        )
        .bind(id, JSON.stringify(state), Number(onAir), lastOkAt),
      ...[...days.values()].map((all) => insert("series", { target_id: id, begins_at: all[0]![0], points: all })),
    ]);
  }
  events.sort((a, b) => a.detectedAt - b.detectedAt);
  await db.batch(
    events.map(({ window, detectedAt, targetId, watchlistId, occurredAt, ...rest }, place) =>
      insert("events", {
        ...rest,
        seq: detectedAt * 512 + (place % 512),
        target_id: targetId,
        watchlist_id: watchlistId,
        occurred_at: occurredAt,
        detected_at: detectedAt,
        window_from: window.from,
        window_to: window.to,
        commit_id: "c",
      }),
    ),
  );
  const { channels, digest } = await furnish(make, lists);
  Date.now = () => NOW;
  const owl = ids.get("live Night Owl")!;
  await make("silences", { targetId: owl, until: new Date(NOW + 36 * HOUR).toISOString(), reason: "on holiday" });
  const alerts = hearings(channels, favourites, owl);
  const mondays = [19, 12, 5].map((day) => Date.UTC(2026, 10, 21, 8) - day * DAY);
  const { digest: facts, content } = writtenWeek("Monday's movers");
  const editions = mondays.map((at, place) => ({ id: `edn_${place}`, at }));
  const notified: NotifiedRow[] = [
    ...notifiedOf(events, alerts),
    ...editions.map(({ id, at }) => notifiedRow(`dlv_${id}`, channels.live, at, { edition: id, sentAt: at + 1_900 })),
  ].sort((a, b) => a.madeAt - b.madeAt);
  await db.batch([
    ...editions.map(({ id, at }) =>
      insert("editions", {
        id,
        digest_id: digest,
        digest: facts,
        from_at: at - 7 * DAY,
        to_at: at,
        made_at: at,
        content,
      }),
    ),
    ...notified.map(({ channelId, madeAt: createdAt, sentAt, nextAttemptAt, ...rest }) =>
      insert("deliveries", {
        ...rest,
        channel_id: channelId,
        made_at: createdAt,
        sent_at: sentAt,
        next_attempt_at: nextAttemptAt,
        open_until: 0,
        closed: 1,
      }),
    ),
    db
      .prepare("UPDATE channels SET enabled = 0, disabled_reason = ?2 WHERE id = ?1")
      .bind(channels.mods, "the webhook is no more (10015)"),
    db
      .prepare("UPDATE targets SET consecutive_faults = 9, fault = ?2 WHERE id = ?1")
      .bind(ids.get(`live ${UNREADABLE}`)!, JSON.stringify({ kind: "gone", status: 404, detail: "no such user" })),
    db.prepare("UPDATE targets SET enabled = 0 WHERE id = ?1").bind(ids.get(`live ${PAUSED}`)!),
    db
      .prepare("UPDATE ticker SET last_tick_at = ?1, spacing_ms = 60000, made_at = ?2, load = ?3")
      .bind(NOW - 20_000, SINCE, JSON.stringify({ asked: 14 })),
    db.prepare("UPDATE tally SET last_poll_at = ?1").bind(NOW - 20_000),
  ]);
}
