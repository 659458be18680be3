import { DAY_MS } from "../../src/core/duration.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { fixtures } from "./fixtures.ts";
import type { Fixture } from "../../src/kinds/kind.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { hostile, nameAt, TEXTS, textAt, type Creation } from "./hostile-words.ts";
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

/** The addresses of hostile channels, by kind. */
export const CHANNELS: [kind: string, settings: JsonObject][] = [
  ["discord", { url: "https://discord.com/api/webhooks/123456789012345678/aSecretThatIsNeverShown" }],
  ["slack", { url: "https://hooks.slack.com/services/T000/B000/anotherSecretNeverShown" }],
  ["webhook", { url: "http://127.0.0.1:1/aSecretToo" }],
  ["slack-bot", { token: "xoxb-1-aSecretThatIsNeverShown", channel: "C0123" }],
  ["discord-bot", { token: "aSecret.That.IsNeverShown", channelId: "123456789012345678" }],
];

/**
 * Adds channels of every kind: two enabled, one disabled, one disabled automatically, one failing. Returns their ids.
 */
export async function hostileChannels({ now, run, make }: Creation): Promise<string[]> {
  const channels: string[] = [];
  for (const [place, [kind, settings]] of CHANNELS.entries())
    channels.push((await make("channels", { kind, name: nameAt(place), settings })).id);
  const [, , webhook, slackBot, discordBot] = channels as [string, string, string, string, string];
  await run("UPDATE channels SET enabled = 0 WHERE id = ?1", webhook);
  await run("UPDATE channels SET enabled = 0, disabled_reason = ?2 WHERE id = ?1", slackBot, textAt(0));
  await run("UPDATE channels SET failing_since = ?2 WHERE id = ?1", discordBot, now - HOUR);
  return channels;
}

interface Notified {
  lists: string[];
  channels: string[];
}

/** Adds alerts, snoozes, digests, boards and keys. Returns addresses to visit. */
export async function hostileTelling(
  { api, now, run, make }: Creation,
  { lists, channels }: Notified,
): Promise<string[]> {
  const [discord, slack, webhook, slackBot, discordBot] = channels as [string, string, string, string, string];
  const alerts: string[] = [];
  for (const [place, more] of (
    [
      {
        events: ["live.*"],
        channelId: discord,
        mention: ["@here", "role:12", "user:13"],
        template: { "live.started": `{{name}} ${nameAt(0)}` },
      },
      {
        events: ["live.*"],
        channelId: slack,
        watchlistId: lists[0]!,
        quietHours: { from: "23:00", to: "07:00", timezone: "Europe/Berlin", action: "hold" },
      },
      {
        events: ["live.started"],
        channelId: webhook,
        filters: [
          { field: "data.info.title", op: "contains", value: nameAt(0) },
          { field: "data.info.viewers", op: "gte", value: 1000 },
        ],
      },
      { events: ["live.started"], channelId: discord, targetId: "tgt_0", enabled: false },
      { events: ["hashtag.*", "ranking.*", "product.*"], channelId: slackBot, cooldownSeconds: 900 },
      { events: ["*"], channelId: discordBot },
    ] as JsonObject[]
  ).entries())
    alerts.push((await make("subscriptions", { name: nameAt(place), ...more })).id);

  const until = new Date(now + 5 * HOUR).toISOString();
  await make("silences", { targetId: "tgt_1", until, reason: nameAt(0) });
  await make("silences", { watchlistId: lists[1]!, until, reason: nameAt(3) });
  await make("silences", { type: "product.*", until, reason: nameAt(4) });
  await make("tokens", { name: nameAt(1), scopes: ["read"] });
  const [first, second] = [
    await make("digests", {
      name: nameAt(0),
      channelId: discord,
      schedule: "0 9 * * 1",
      timezone: "Europe/Berlin",
      period: "P7D",
      sections: ["lives"],
    }),
    await make("digests", {
      name: nameAt(2),
      channelId: webhook,
      watchlistId: lists[0]!,
      schedule: "*/15 9-17 * * *",
      timezone: "Asia/Tokyo",
      sections: ["hashtags", "rankings", "products"],
      enabled: false,
    }),
  ];
  await api.call("POST", `/v1/digests/${first.id}/run`);
  await api.call("POST", `/v1/digests/${second.id}/run`);
  for (const [place, channelId] of [discord, slackBot].entries()) {
    const { id } = await make("boards", {
      name: nameAt(place * 2),
      channelId,
      watchlistId: place === 0 ? null : lists[1]!,
    });
    const onAir = TEXTS.map((text) => ({
      name: text,
      title: text,
      url: "https://www.tiktok.com/@a/live",
      startedAt: now - HOUR,
    }));
    await run(
      "UPDATE boards SET content = ?2, shown_at = ?3 WHERE id = ?1",
      id,
      JSON.stringify({ onAir, more: 3, atLeast: true, blindSince: null }),
      now - 60_000,
    );
  }
  await make("goals", { watchlistId: lists[0]!, hours: 40, validDays: 20 });
  const shared = await make("feed-keys", { name: nameAt(0), watchlistId: lists[0]! });
  await make("feed-keys", { name: nameAt(3) });
  return [
    `/shared?key=${shared["key"] as string}`,
    ...[alerts[1]!, alerts[2]!].map((id) => `/alerts/${id}`),
    `/digests/${second.id}`,
  ];
}
