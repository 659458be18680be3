import { expect } from "vitest";
import { exampleOf } from "./channel-kinds.ts";
import { platform, watch } from "./platform.ts";

const MINUTE = 60_000;
export const START = Date.UTC(2026, 0, 5, 12);

export type Answer = { status: number; body: string; headers?: Record<string, string> };

const CREATORS = ["7012", "7013", "7014"];

/** How long Discord remembers the nonces of its bots. */
const NONCES_MS = 600_000;

/** What chats remember of a bot's messages. */
function rememberingChat() {
  const nonces = new Map<string, number>();
  const messages: { ts: string; metadata: unknown }[] = [];
  return {
    /** The answer for a message that already exists; null for a new one. */
    take(kind: string, body: string, now: number): Answer | null {
      const { nonce, metadata } = JSON.parse(body) as { nonce?: string; metadata?: unknown };
      if (kind === "slack-bot") messages.unshift({ ts: `${messages.length + 1}.1`, metadata });
      if (kind !== "discord-bot" || nonce === undefined) return null;
      const before = nonces.get(nonce);
      nonces.set(nonce, before ?? now);
      return before !== undefined && now - before < NONCES_MS ? { status: 200, body: '{"id":"9"}' } : null;
    },
    posted: (took: Answer): Answer => ({ ...took, body: took.body.replace('"1.2"', `"${messages.length}.1"`) }),
    history: (): Answer => ({
      status: 200,
      body: JSON.stringify({ ok: true, channel: "C012AB", messages: messages.slice(0, 15) }),
    }),
  };
}

/** A channel with simulated failures, one for operators, and creators who start and end streams. */
export async function channelWorld(kind: string, variables: Record<string, string> = {}) {
  const cloud = await platform(variables);
  const live = new Set<string>();
  const arrived: { at: number; body: string }[] = [];
  const news: { at: number; type: string; data: Record<string, unknown> }[] = [];
  const calls: number[] = [];
  let now = START;
  let fails: ((body: string) => Answer | "lost" | null) | null = null;
  const chat = rememberingChat();
  cloud.outside = (url, body) => {
    if (url.startsWith("https://upstream.example")) {
      const on = live.has(/user_id=(\d+)/.exec(url)?.[1] ?? "");
      return {
        status: 200,
        body: JSON.stringify({ code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } }),
      };
    }
    if (url.startsWith("https://ops.example.com")) {
      const { type, data } = JSON.parse(body) as { type: string; data: { data: Record<string, unknown> } };
      news.push({ at: now, type, data: data.data });
      return { status: 204, body: "" };
    }
    const requested = url.includes("conversations.history");
    if (!requested) calls.push(now);
    const failed = fails?.(body) ?? null;
    if (failed !== null && failed !== "lost") return failed;
    if (requested) return chat.history();
    const took = chat.take(kind, body, now);
    if (took === null) arrived.push({ at: now, body });
    if (failed === "lost") throw new Error("the answer was lost");
    return took ?? chat.posted(exampleOf(kind).took);
  };
  await watch(cloud, CREATORS, { settings: { graceSeconds: 0, confirmOff: 1 } });
  const ops = { kind: "webhook", name: "ops", settings: { url: "https://ops.example.com/hook" } };
  const channelOf = async (one: object, events: string[]): Promise<string> => {
    const created = await cloud.api("POST", "/v1/channels", one);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const id: string = created.body.id;
    expect(
      (await cloud.api("POST", "/v1/subscriptions", { name: id, events, channelId: id, onEnd: "post" })).status,
    ).toBe(201);
    return id;
  };
  await channelOf(ops, ["channel.*"]);
  const id = await channelOf({ kind, name: "subject", settings: exampleOf(kind).settings }, [
    "live.started",
    "channel.*",
  ]);
  const self = {
    cloud,
    id,
    arrived,
    news,
    calls,
    /** The tick of the last call. */
    now: () => now,
    /** Replaces the destination's successful answer; null lets a message through, "lost" loses the answer. */
    fail: (how: ((body: string) => Answer | "lost" | null) | null) => void (fails = how),
    /** Runs one tick; with `flips` a creator starts or ends a stream before it. */
    async tick(at: number, flips = false) {
      now = at;
      if (flips) {
        const who = CREATORS[Math.floor(at / MINUTE) % CREATORS.length]!;
        if (!live.delete(who)) live.add(who);
      }
      expect(await cloud.tick(at)).toBe(true);
    },
    channel: async () => (await cloud.api("GET", `/v1/channels/${id}`)).body,
    async statuses() {
      const { results } = await cloud.db
        .prepare("SELECT status, count(*) AS n FROM deliveries WHERE channel_id = ?1 GROUP BY 1")
        .bind(id)
        .all<{ status: string; n: number }>();
      return Object.fromEntries(results.map(({ status, n }) => [status, n]));
    },
  };
  await self.tick(START + MINUTE);
  await self.tick(START + 2 * MINUTE);
  return self;
}
