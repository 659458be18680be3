import type { Browser, BrowserContext } from "playwright-core";
import type { Event } from "../../src/core/event.ts";
import { makeLink } from "../../src/edges/pages/sign-in/link.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { serve } from "../support/http-server.ts";
import { writtenWeek } from "./week.ts";
import { judged, NOW, PAUSED, SINCE, things, UNREADABLE } from "./world-past.ts";
import {
  atSecondTry,
  deadOf,
  heldTill,
  leftOut,
  toldOf,
  toldRow,
  waiting,
  type Hearing,
  type ToldRow,
} from "./world-told.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Pages on a port of this machine, over a database where nothing moves any more. */
export interface World {
  url: string;
  api: RunningApi;
  /** A browser's context of somebody who has signed in. */
  signedIn(browser: Browser, options: Parameters<Browser["newContext"]>[0]): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Serves the pages of an API on a port of this machine, while all clocks of this process stand at `NOW`. */
export async function openWorld(): Promise<World> {
  const api = await runSqliteApi();
  const { now: running } = Date;
  Date.now = () => NOW;
  const server = await serve(async (request, _text, response, bytes) => {
    const init = { method: request.method!, ...(bytes.length === 0 ? {} : { body: new Uint8Array(bytes) }) };
    const headers = new Headers(request.headers as Record<string, string>);
    const answer = await api.send(new Request(`${server.url}${request.url}`, { ...init, headers }));
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      "set-cookie": answer.headers.getSetCookie(),
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  let links = 0;
  return {
    url: server.url,
    api,
    async signedIn(browser, options) {
      const context = await browser.newContext(options);
      const nonce = `0123456789abcde${links++}`;
      const page = await context.newPage();
      await page.goto(`${server.url}/?link=${await makeLink(api.env["ADMIN_TOKEN"] as string, NOW + HOUR, nonce)}`);
      await page.close();
      return context;
    },
    async close() {
      Date.now = running;
      await Promise.all([server.close(), api.stop()]);
    },
  };
}

/** Fills a world with thirteen weeks that look like real ones. */
export async function liveThrough({ api }: World): Promise<void> {
  const { db } = api;
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
    const asked = names.map((_, n) => `?${n + 1}`).join();
    return db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${asked})`).bind(...values);
  };
  Date.now = () => SINCE;
  const lists = {
    favourites: await make("watchlists", { name: "Favourites" }),
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
    const { state, events: own, points, lastOkAt, onAir } = judged(id, thing);
    events.push(...own.map((event) => ({ ...event, watchlistId: lists[watchlist] })));
    const days = Map.groupBy(points, ([at]) => Math.floor(at / DAY));
    await db.batch([
      db
        .prepare("UPDATE targets SET state = ?2, on_air = ?3, last_ok_at = ?4, judged_at = ?4 WHERE id = ?1")
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
    name: "Favourites on air",
    events: ["live.started", "live.ended"],
    channelId: channels.live,
    mention: "@here",
    template: { "live.started": "{{name}} is on: {{info.title}}. Come in!" },
    quietHours: night("23:00", "07:00"),
    ...favouritesOnly,
  });
  await make("subscriptions", { name: "Everybody, for the archive", events: ["live.*"], channelId: channels.slack });
  const trends = ["ranking.*", "hashtag.*"];
  const evening = night("18:00", "21:00");
  await make("subscriptions", { name: "Who climbs", events: trends, channelId: channels.slack, quietHours: evening });
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
  Date.now = () => NOW;
  const owl = ids.get("live Night Owl")!;
  await make("silences", { targetId: owl, until: new Date(NOW + 36 * HOUR).toISOString(), reason: "on holiday" });
  const goneAt = NOW - 2 * DAY - 7 * HOUR;
  const alerts: Hearing[] = [
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
      events: trends,
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
  const mondays = [19, 12, 5].map((day) => Date.UTC(2026, 10, 21, 8) - day * DAY);
  const { digest: facts, content } = writtenWeek("Monday's movers");
  const editions = mondays.map((at, place) => ({ id: `edn_${place}`, at }));
  const told: ToldRow[] = [
    ...toldOf(events, alerts),
    ...editions.map(({ id, at }) => toldRow(`dlv_${id}`, channels.live, at, { edition: id, sentAt: at + 1_900 })),
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
    ...told.map(({ channelId, madeAt, sentAt, nextAttemptAt, ...rest }) =>
      insert("deliveries", {
        ...rest,
        channel_id: channelId,
        made_at: madeAt,
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
