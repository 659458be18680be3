// Writes the database of a house that was lived in, as this version leaves it: node test/upgrade/make-fixture.ts FILE
import { writeFile } from "node:fs/promises";
import { literal } from "../../scripts/backup/database.ts";
import { quoted } from "../../src/core/backup-format.ts";
import { targetKinds } from "../../src/targets/registry.ts";
import { startSystem, subscribeAll, type System } from "../support/system.ts";
import { chatService } from "./chat-service.ts";

const MINUTE = 60_000;

/** Every table and row as SQL text; what the runtime keeps for itself is left out. */
async function dump({ db }: System): Promise<string> {
  const { results: things } = await db
    .prepare(
      `SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
         AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type = 'index', name`,
    )
    .all<{ name: string; type: string; sql: string }>();
  const lines = things.map(({ sql }) => `${sql};`);
  for (const { name } of things.filter(({ type }) => type === "table")) {
    const { results: rows } = await db
      .prepare(`SELECT * FROM ${quoted(name)}`)
      .all<Record<string, string | number | null>>();
    for (const row of rows)
      lines.push(`INSERT INTO ${quoted(name)} VALUES (${Object.values(row).map(literal).join(", ")});`);
  }
  return `${lines.join("\n")}\n`;
}

const must = async (answer: ReturnType<System["api"]>) => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};

/** Channels of every kind, what is told to them, and what is not. */
async function furnish(system: System): Promise<void> {
  const api: System["api"] = (...call) => system.api(...call);
  const hooks = await subscribeAll(system, ["slack", "discord", "webhook"]);
  const bots = {
    "slack-bot": { token: "xoxb-1-kept", channel: "C012AB" },
    "discord-bot": { token: "a.kept.c", channelId: "55" },
  };
  for (const [kind, settings] of Object.entries(bots)) {
    const { id } = await must(api("POST", "/v1/channels", { kind, name: kind, settings }));
    await must(api("POST", "/v1/subscriptions", { name: kind, events: ["*"], channelId: id }));
  }
  const more: Record<string, object> = {
    gone: {},
    deaf: {},
    quiet: { quietHours: { from: "00:00", to: "23:59", timezone: "UTC", action: "hold" }, mention: "@here" },
    picky: { template: { "live.started": "{{name}} is live" }, cooldownSeconds: 3600, onEnd: "post" },
  };
  for (const [name, how] of Object.entries(more)) {
    const url = `${system.receiver.url}/slack/services/T1/B1/${name}`;
    const { id } = await must(api("POST", "/v1/channels", { kind: "slack", name, settings: { url } }));
    await must(api("POST", "/v1/subscriptions", { name, events: ["live.*"], channelId: id, ...how }));
  }
  const digest = { channelId: hooks["slack"], timezone: "Europe/Berlin" };
  await must(api("POST", "/v1/digests", { ...digest, name: "Daily", schedule: "0 9 * * *", period: "P1D" }));
  await must(
    api("POST", "/v1/digests", {
      ...digest,
      name: "Each minute",
      schedule: "* * * * *",
      period: null,
      sections: ["lives"],
    }),
  );
  await must(api("POST", "/v1/silences", { type: "ranking.*", until: "2099-01-01T00:00:00.000Z", reason: "not now" }));
  const { token } = await must(api("POST", "/v1/tokens", { name: "reader", scopes: ["read", "write"] }));
  const once = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": "only-once" };
  await fetch(`${system.base}/v1/watchlists`, {
    method: "POST",
    headers: once,
    body: JSON.stringify({ name: "Once" }),
  });
  await must(api("POST", "/v1/tokens", { name: "short", scopes: ["write"], expiresAt: "2099-01-01T00:00:00.000Z" }));
}

/** Targets of every kind; those of the creators by user id. */
async function watch(system: System): Promise<void> {
  const api: System["api"] = (...call) => system.api(...call);
  const { id: watchlistId } = await must(api("POST", "/v1/watchlists", { name: "Second", description: "a list" }));
  const live = (userId: string, more: object = {}) => ({
    kind: "live",
    name: `Creator ${userId}`,
    params: { userId },
    ...more,
  });
  const targets: { kind: string; [field: string]: unknown }[] = [
    live("1001"),
    live("1002", { announceInitial: true, watchlistId }),
    live("1003", { settings: { confirmOn: 2 } }),
    live("1004", {
      settings: { graceSeconds: 0, confirmOff: 1 },
      params: { userId: "1004", roomId: "44", handle: "four" },
    }),
    live("1005"),
    live("1006", { enabled: false }),
    { kind: "ranking", name: "Ranked", params: { roomId: "1", userId: "2" } },
    { kind: "hashtag", name: "Knitting", params: { keyword: "knit", region: "US" }, intervalSeconds: 60 },
    { kind: "products", name: "Shop", params: { categoryId: 7, excludeProductIds: ["9"] }, watchlistId },
  ];
  const named = new Set(targets.map(({ kind }) => kind));
  for (const { kind, example } of Object.values(targetKinds)) if (!named.has(kind)) targets.push({ kind, ...example });
  for (const target of targets) await must(api("POST", "/v1/targets", target));
}

const chats = await chatService();
const system = await startSystem({
  SLACK_API_BASE_URL: chats.url,
  DISCORD_API_BASE_URL: chats.url,
  PUBLIC_URL: "http://127.0.0.1:1",
});
try {
  const { upstream, receiver } = system;
  receiver.interfere = ({ path }) => {
    if (path.endsWith("/gone")) return { status: 404, body: "no_service" };
    return path.endsWith("/deaf") ? { status: 500, body: "later" } : null;
  };
  upstream.interfere = ({ query }) => (query.get("user_id") === "1005" ? { status: 500, body: "{}" } : null);
  await watch(system);
  await furnish(system);
  const start = Math.ceil(Date.now() / MINUTE) * MINUTE;
  upstream.live.set("1002", "7002");
  await system.tick(start);
  upstream.live.set("1001", "7001").set("1004", "7004");
  for (let minute = 1; minute <= 3; minute++) await system.tick(start + minute * MINUTE);
  upstream.live.delete("1004");
  for (let minute = 4; minute <= 6; minute++) await system.tick(start + minute * MINUTE);
  await must(
    system
      .api("POST", "/v1/tokens", { name: "gone", scopes: ["read"] })
      .then(({ body }) => system.api("DELETE", `/v1/tokens/${body.id}`)),
  );
  // A start that awaits its second look.
  upstream.live.set("1003", "7003");
  await system.tick(start + 7 * MINUTE);
  await writeFile(process.argv[2]!, await dump(system));
} finally {
  await system.stop();
  await chats.close();
}
