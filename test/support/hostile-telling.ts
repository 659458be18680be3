import type { JsonObject } from "../../src/core/json.ts";
import { nameAt, TEXTS, textAt } from "./hostile-words.ts";
import type { Creation } from "./creation.ts";

const HOUR = 3_600_000;

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
