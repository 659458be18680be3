import { DAY, HOUR, NOW } from "./world-clock.ts";
import { atSecondTry, deadOf, heldTill, leftOut, waiting, type Hearing } from "./world-told.ts";

const TRENDS = ["ranking.*", "hashtag.*"];

type Make = (what: string, body: object) => Promise<string>;

/** Channels of every sort, who hears what on them, a digest and a board. */
export async function furnish(make: Make, lists: { favourites: string }) {
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
export function hearings(
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
