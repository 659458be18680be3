import { DAY_MS } from "../../src/core/duration.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { exampleEvent, eventTypeNames, eventTypes } from "../../src/targets/events.ts";
import { targetKinds } from "../../src/targets/registry.ts";
import type { RunningApi } from "../api/running-api.ts";
import { firstPoll, readOff } from "./readings.ts";
import { HOSTILE_NAMES, watchedUntil } from "./watched-now.ts";

const HOUR = 3_600_000;

/** Texts that try to break what shows them. */
const TEXTS = [
  ...HOSTILE_NAMES,
  "👩‍👩‍👧‍👦".repeat(30),
  "**x** [y](javascript:alert(1)) @everyone <@&1> <!channel> `code` ||z||",
  '"><svg onload="document.title=\'broken\'">',
];

const textAt = (place: number): string => TEXTS[place % TEXTS.length]!;

/** The same as a name that the API takes. */
const nameAt = (place: number): string => [...textAt(place)].slice(0, 60).join("");

const FREE = new Set(["name", "title", "detail", "reason", "by", "category", "nickname", "handle", "rankType"]);

/** The same with hostile words wherever the words are free. */
function hostile(value: Json, place: number): Json {
  if (Array.isArray(value)) return value.map((one, index) => hostile(one, place + index));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one], index) => [
      key,
      FREE.has(key) && typeof one === "string" ? textAt(place + index) : hostile(one as Json, place + index),
    ]),
  );
}

interface Telling {
  status: string;
  channelId: string;
  events: string[];
  at: number;
  more?: JsonObject;
}

const COLUMNS = [
  "reason",
  "attempts",
  "exchange",
  "next_attempt_at",
  "sent_at",
  "edits",
  "replay_of",
  "edition",
  "board",
];

/** What was sent to a chat, with hostile words in every place. */
const exchangeOf = (kind: string): JsonObject => {
  const body = kind.startsWith("slack")
    ? {
        text: textAt(0),
        blocks: [
          ...TEXTS.map((text) => ({ type: "section", text: { type: "mrkdwn", text: `*${text}*\n>${text}` } })),
          { type: "context", elements: [{ type: "mrkdwn", text: textAt(3) }] },
          {
            type: "actions",
            elements: [{ type: "button", text: { type: "plain_text", text: textAt(2) }, url: "javascript:1" }],
          },
        ],
      }
    : {
        content: `${textAt(0)} @everyone`,
        embeds: TEXTS.map((text) => ({
          title: text,
          url: "javascript:alert(1)",
          description: `**${text}** [${text}](https://evil.example/x)`,
          color: 0xe5383b,
          fields: [{ name: text, value: text }],
          footer: { text },
          image: { url: "https://evil.example/x.png" },
        })),
      };
  return {
    request: { body: JSON.stringify(body) },
    response: {
      status: 404,
      headers: { "x-said": textAt(1) },
      body: JSON.stringify({ message: textAt(0), code: 10015 }),
    },
  };
};

/** Everything that pages can show, each with hostile words, as if it had been watched till now. Answers addresses worth a look. */
export async function hostileWorld(api: RunningApi): Promise<string[]> {
  const { db } = api;
  const now = Date.now();
  const run = (sql: string, ...values: (string | number | null)[]) =>
    db
      .prepare(sql)
      .bind(...values)
      .run();
  const make = async (what: string, body: JsonObject): Promise<JsonObject & { id: string }> => {
    const { status, body: made } = await api.call("POST", `/v1/${what}`, body);
    if (status !== 201) throw new Error(`${what}: ${JSON.stringify(made)}`);
    return made;
  };

  await watchedUntil(db, now, { targets: 60, events: 300, onAir: 10, failing: 4, names: ["Maria", ...TEXTS] });
  await db.batch([
    // Some paused, some never looked at, the others known to be off.
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
           'flip', null, 'baseline', json('false')), last_ok_at = ?1 WHERE state IS NULL AND id < 'tgt_4'`,
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

  const others: string[] = [];
  for (const [place, kind] of ["ranking", "hashtag", "products"].entries())
    for (const number of [0, 1]) {
      const { params, ...more } = targetKinds[kind]!.example;
      const name = nameAt(place + number * 3);
      const apart =
        number === 0
          ? {}
          : kind === "ranking"
            ? { userId: "99" }
            : kind === "hashtag"
              ? { region: "DE" }
              : { categoryId: 99 };
      others.push((await make("targets", { ...more, kind, name, params: { ...params, ...apart } })).id);
    }
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (const [place, id] of others.entries()) {
    if (place % 2 === 1) continue;
    const kind = targetKinds[["ranking", "hashtag", "products"][place / 2]!]!;
    const [{ params, bodies }] = kind.fixtures as [(typeof kind.fixtures)[number]];
    const asking = firstPoll(kind.params.parse(params));
    const { seen } = readOff(kind.read(asking), bodies.map((body) => hostile(body as Json, place)) as typeof bodies);
    if (!seen.ok) throw new Error(`the first fixture of ${kind.kind} is not read`);
    const settings = kind.settings.parse({});
    const judged = kind.judge({ ...asking, before: null, settings, view: seen.value, hold: false, at: now - 9 * HOUR });
    await run("UPDATE targets SET state = ?2, last_ok_at = ?3 WHERE id = ?1", id, JSON.stringify(judged.state), now);
    for (const [ago, factor] of [
      [3, 1],
      [2, 1.2],
      [0, 1.5],
    ] as const) {
      const values = Object.fromEntries(
        Object.entries(judged.samples ?? {}).map(([key, value], nth) => [
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
  // Of one creator a past of streams.
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

  const urls: [kind: string, settings: JsonObject][] = [
    ["discord", { url: "https://discord.com/api/webhooks/123456789012345678/aSecretThatIsNeverShown" }],
    ["slack", { url: "https://hooks.slack.com/services/T000/B000/anotherSecretNeverShown" }],
    ["webhook", { url: "http://127.0.0.1:1/aSecretToo" }],
    ["slack-bot", { token: "xoxb-1-aSecretThatIsNeverShown", channel: "C0123" }],
    ["discord-bot", { token: "aSecret.That.IsNeverShown", channelId: "123456789012345678" }],
  ];
  const channels: string[] = [];
  for (const [place, [kind, settings]] of urls.entries())
    channels.push((await make("channels", { kind, name: nameAt(place), settings })).id);
  const [discord, slack, webhook, slackBot, discordBot] = channels as [string, string, string, string, string];
  await run("UPDATE channels SET enabled = 0 WHERE id = ?1", webhook);
  await run("UPDATE channels SET enabled = 0, disabled_reason = ?2 WHERE id = ?1", slackBot, textAt(0));
  await run("UPDATE channels SET failing_since = ?2 WHERE id = ?1", discordBot, now - HOUR);

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
        watchlistId: lists[0]!.id,
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
  await make("silences", { watchlistId: lists[1]!.id, until, reason: nameAt(3) });
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
      watchlistId: lists[0]!.id,
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
      watchlistId: place === 0 ? null : lists[1]!.id,
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
  const shared = await make("feed-keys", { name: nameAt(0), watchlistId: lists[0]!.id });
  await make("feed-keys", { name: nameAt(3) });

  // An event of every type, of those whom people look at.
  const ofKind: Record<string, string> = { ranking: others[0]!, hashtag: others[2]!, products: others[4]! };
  const events: string[] = [];
  for (const [place, type] of [...eventTypeNames, ...eventTypeNames].entries()) {
    const at = now - (eventTypeNames.length * 2 - place) * 60_000 + 5000;
    const [kind] = eventTypes[type]!.kinds;
    const targetId = kind === undefined ? null : (ofKind[kind] ?? "tgt_0");
    const example = exampleEvent(type, `evt_any_${place}`, at);
    const { data, target } = hostile({ data: example.data, target: example.target as Json }, place) as {
      data: Json;
      target: Json;
    };
    await run(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
       VALUES (cast(?1 AS INTEGER), ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?7, ?9, 'c')`,
      at * 512,
      example.id,
      type,
      targetId,
      targetId === null ? null : "wl_default",
      target === null ? null : JSON.stringify(target),
      at,
      at - 60_000,
      JSON.stringify(data),
    );
    events.push(example.id);
  }

  let made = 0;
  const tell = async ({ status, channelId, events: about, at, more = {} }: Telling): Promise<string> => {
    const id = `dlv_any_${(made += 1)}`;
    const items = about.map((event) => ({ event, mentions: [{ kind: "here" }] }));
    const given = COLUMNS.map((name) => {
      const value = more[name] ?? null;
      return typeof value === "object" && value !== null ? JSON.stringify(value) : (value as string | number | null);
    });
    const places = COLUMNS.map((_, place) =>
      COLUMNS[place] === "attempts" ? `coalesce(?${place + 6}, '[]')` : `?${place + 6}`,
    );
    await run(
      `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, ${COLUMNS.join(", ")})
       VALUES (?1, ?2, ?3, ?4, cast(?5 AS INTEGER), 0, ${places.join(", ")})`,
      id,
      channelId,
      status,
      JSON.stringify(items),
      at,
      ...given,
    );
    return id;
  };
  const tried = (status: number | null, error: string | null) => ({ at: now - HOUR, status, error, durationMs: 400 });
  for (const [place, event] of events.entries()) {
    const channelId = channels[place % channels.length]!;
    const exchange = place % 7 === 0 ? exchangeOf(urls[place % urls.length]![0]) : null;
    const at = now - (events.length - place) * 60_000;
    const ways: Omit<Telling, "channelId" | "events" | "at">[] = [
      { status: "sent", more: { sent_at: at, attempts: [tried(null, textAt(place)), tried(200, null)], exchange } },
      { status: "dead", more: { reason: textAt(place), attempts: [tried(404, textAt(place))], exchange } },
      {
        status: "suppressed",
        more: { reason: place % 2 === 0 ? `silenced: ${textAt(place)}` : "channel disabled: gone" },
      },
      { status: "held", more: { reason: "quiet hours", next_attempt_at: now + HOUR } },
      { status: "pending", more: { next_attempt_at: now + 30 * DAY_MS, attempts: [tried(429, textAt(place))] } },
    ];
    await tell({ ...ways[place % ways.length]!, channelId, events: [event, events[(place + 1) % events.length]!], at });
  }
  const sent = await tell({
    status: "sent",
    channelId: discord,
    events: ["evt_any_0"],
    at: now - 2000,
    more: { sent_at: now, exchange: exchangeOf("discord"), attempts: [tried(200, null)] },
  });
  const dead = await tell({
    status: "dead",
    channelId: slackBot,
    events: ["evt_any_0"],
    at: now - 1500,
    more: { reason: textAt(0), exchange: exchangeOf("slack"), attempts: [tried(500, textAt(0))] },
  });
  await tell({
    status: "sent",
    channelId: discord,
    events: ["evt_any_1"],
    at: now - 1000,
    more: { sent_at: now, edits: sent },
  });
  await tell({
    status: "pending",
    channelId: slackBot,
    events: ["evt_any_0"],
    at: now - 500,
    more: { replay_of: dead, next_attempt_at: now + 30 * DAY_MS },
  });
  await tell({ status: "sent", channelId: "ch_gone", events: [], at: now - 400, more: { sent_at: now } });
  return [
    `/shared?key=${shared["key"] as string}`,
    ...[sent, dead, "dlv_any_2", "dlv_any_4", "dlv_any_8"].map((id) => `/messages/${id}`),
    ...[alerts[1]!, alerts[2]!].map((id) => `/alerts/${id}`),
    ...["tgt_11", "tgt_20", "tgt_45"].map((id) => `/creators/${id}?about=now`),
    `/digests/${second.id}`,
    `/search?q=${encodeURIComponent(`pause ${nameAt(0)}`)}`,
    "/search?q=a",
  ];
}
