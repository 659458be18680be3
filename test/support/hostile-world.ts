import type { RunningApi } from "../api/running-api.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import {
  hostileChannels,
  hostileCreators,
  hostileRest,
  hostileTelling,
  OTHER_KINDS,
  CHANNELS,
} from "./hostile-targets.ts";
import { creation, nameAt, type Creation, exchangeOf, hostile, textAt } from "./hostile-words.ts";
import { DAY_MS } from "../../src/core/duration.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { eventTypeNames, eventTypes, exampleEvent } from "../../src/kinds/events.ts";

const HOUR = 3_600_000;

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

/** Adds events of every type, two each; types of other kinds for those of `others`. Returns their ids, oldest first. */
async function hostileEvents({ now, run }: Creation, rest: string[]): Promise<string[]> {
  const ofKind = Object.fromEntries(OTHER_KINDS.map((kind, place) => [kind, rest[2 * place]!]));
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

  return events;
}

/** Adds messages of every status about these events. Returns addresses to visit. */
async function hostileMessages({ now, run }: Creation, channels: string[], events: string[]): Promise<string[]> {
  let created = 0;
  const notify = async ({ status, channelId, events: about, at, more = {} }: Telling): Promise<string> => {
    const id = `dlv_any_${(created += 1)}`;
    const items = about.map((event) => ({ event, mentions: [{ kind: "here" }] }));
    const provided = COLUMNS.map((name) => {
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
      ...provided,
    );
    return id;
  };
  const tried = (status: number | null, error: string | null) => ({ at: now - HOUR, status, error, durationMs: 400 });
  for (const [place, event] of events.entries()) {
    const channelId = channels[place % channels.length]!;
    const exchange = place % 7 === 0 ? exchangeOf(CHANNELS[place % CHANNELS.length]![0]) : null;
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
    await notify({
      ...ways[place % ways.length]!,
      channelId,
      events: [event, events[(place + 1) % events.length]!],
      at,
    });
  }
  const sent = await notify({
    status: "sent",
    channelId: channels[0]!,
    events: ["evt_any_0"],
    at: now - 2000,
    more: { sent_at: now, exchange: exchangeOf("discord"), attempts: [tried(200, null)] },
  });
  const dead = await notify({
    status: "dead",
    channelId: channels[3]!,
    events: ["evt_any_0"],
    at: now - 1500,
    more: { reason: textAt(0), exchange: exchangeOf("slack"), attempts: [tried(500, textAt(0))] },
  });
  await notify({
    status: "sent",
    channelId: channels[0]!,
    events: ["evt_any_1"],
    at: now - 1000,
    more: { sent_at: now, edits: sent },
  });
  await notify({
    status: "pending",
    channelId: channels[3]!,
    events: ["evt_any_0"],
    at: now - 500,
    more: { replay_of: dead, next_attempt_at: now + 30 * DAY_MS },
  });
  await notify({ status: "sent", channelId: "ch_gone", events: [], at: now - 400, more: { sent_at: now } });
  return [sent, dead, "dlv_any_2", "dlv_any_4", "dlv_any_8"].map((id) => `/messages/${id}`);
}

/** Adds everything that pages can show, with hostile words, as if watched until now. Returns addresses to visit. */
export async function hostileWorld(api: RunningApi): Promise<string[]> {
  const world = creation(api, Date.now());
  const lists = await hostileCreators(world);
  const rest = await hostileRest(world);
  const channels = await hostileChannels(world);
  const notified = await hostileTelling(world, { lists, channels });
  const messages = await hostileMessages(world, channels, await hostileEvents(world, rest));
  const kinds = ["discord", "slack", "telegram"];
  for (const kind of kinds.slice(0, 2)) await api.call("POST", "/v1/chats", { kind, scopes: "write", users: ["1"] });
  await api.db
    .prepare(
      "UPDATE chats SET linked_at = ?1, last_command_at = ?1, title = ?2, last_command = ?2, failure = 'x' WHERE kind = 'slack'",
    )
    .bind(Date.now(), nameAt(0))
    .run();
  return [
    ...kinds.map((kind) => `/chats?add=${kind}`),
    ...notified,
    ...messages,
    ...OTHER_KINDS.map((kind, place) => `${targetKinds[kind]!.page.path}/${rest[place * 2]}`),
    ...["tgt_11", "tgt_20", "tgt_45"].map((id) => `/creators/${id}?about=now`),
    `/search?q=${encodeURIComponent(`pause ${nameAt(0)}`)}`,
    "/search?q=a",
  ];
}
