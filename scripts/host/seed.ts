import { cast } from "../../sim/cast.ts";
import type { DemoChannel } from "../../sim/inbox/receiver.ts";

/** A digest of the demo reaches back this long, and comes as often: the world of the demo is young. */
const DIGEST = { name: "Biggest changes", schedule: "*/10 * * * *", period: "PT10M" };

/**
 * The demo's watchlists, channels, subscriptions and digests, once: a database that has targets is left as it is.
 * Answers what sends the digests that were made, out of turn.
 */
export async function seedDemo(base: string, simulator: string, token: string): Promise<() => Promise<void>> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const call = async (method: string, path: string, body?: unknown): Promise<{ id: string; items: unknown[] }> => {
    const response = await fetch(base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`seeding: ${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string; items: unknown[] };
  };
  if ((await call("GET", "/v1/channels?limit=1")).items.length > 0) return async () => undefined;
  if ((await call("GET", "/v1/targets?limit=1")).items.length > 0) return async () => undefined;
  const watchlist = await call("POST", "/v1/watchlists", {
    name: "Demo creators",
    description: "The simulator's cast.",
  });
  for (const [index, { userId, handle, name }] of cast.entries()) {
    const params = { userId, handle };
    const settings = { confirmOff: 2, graceSeconds: 10, infoSeconds: 20 };
    const intervalSeconds = index < 2 ? 5 : 20;
    await call("POST", "/v1/targets", {
      kind: "live",
      name,
      params,
      settings,
      watchlistId: watchlist.id,
      intervalSeconds,
    });
  }
  const trends = await call("POST", "/v1/watchlists", {
    name: "Demo trends",
    description: "Rankings, hashtags, a category, new videos.",
  });
  const others = [
    { kind: "ranking", name: "Kenji Plays", params: { userId: "7002", roomId: "7102" } },
    { kind: "ranking", name: "Maria", params: { userId: "7012", roomId: "7100" } },
    {
      kind: "hashtag",
      name: "#catsoftiktok",
      params: { keyword: "cats", region: "US" },
      settings: { surgePercent: 5 },
    },
    { kind: "products", name: "Kitchen gadgets", params: { categoryId: 600_001 } },
    {
      kind: "list",
      name: "Maria's videos",
      params: { operation: "user.videos", values: { userId: "7012" } },
      settings: { timeField: "time", watch: [{ field: "plays", surgePercent: 100 }] },
    },
  ];
  for (const target of others) {
    await call("POST", "/v1/targets", { ...target, watchlistId: trends.id, intervalSeconds: 60 });
  }
  const answer = await fetch(`${simulator}/inbox/demo.json`);
  if (!answer.ok) throw new Error(`seeding: the simulator's channels: it answered ${answer.status}`);
  const digests: string[] = [];
  for (const { mention, digest, ...channel } of (await answer.json()) as DemoChannel[]) {
    const { id } = await call("POST", "/v1/channels", channel);
    if (digest) {
      digests.push((await call("POST", "/v1/digests", { ...DIGEST, channelId: id })).id);
      const about = { name: `${channel.name}: trends`, events: ["ranking.*", "hashtag.*", "product.*", "item.*"] };
      await call("POST", "/v1/subscriptions", { ...about, channelId: id, watchlistId: trends.id });
    }
    await call("POST", "/v1/subscriptions", {
      name: `${channel.name}: who is live`,
      events: ["live.*"],
      channelId: id,
      watchlistId: watchlist.id,
      mention,
    });
  }
  return async () => {
    for (const id of digests) await call("POST", `/v1/digests/${id}/run`);
  };
}
