import type { Demo } from "../../../src/core/demo.ts";
import type { Credentials } from "../../../src/engine/upstream/definition.ts";
import { cast } from "../../../sim/cast.ts";
import type { DemoChannel } from "../../../sim/inbox/receiver.ts";

/** Period and interval of the demo's digest, short because its world is young. */
const DIGEST = { name: "biggest changes", schedule: "*/10 * * * *", period: "PT10M" };

// Undefined where TZ names none.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };

/** With a history there is a week to sum up, at nine on the clock of this computer. */
const WEEKLY = {
  name: "weekly summary",
  schedule: "0 9 * * 1",
  timezone: timeZone ?? "UTC",
  period: "P7D",
};

interface Answered {
  id: string;
  items: unknown[];
  code: string;
}

const CHATS = ["discord", "slack", "telegram"];

/** Links a chat of the simulator. Whoever reaches the simulator writes in it, so it may only ask if others do. */
async function linkedChat(
  kind: string,
  simulator: string,
  isLocal: boolean,
  call: (method: string, path: string, body: unknown) => Promise<Answered>,
): Promise<string> {
  const { id, code } = await call("POST", "/v1/chats", { kind, scopes: isLocal ? "write" : "read" });
  const text = `${kind === "telegram" ? "/" : "/tally "}link ${code}`;
  const sent = await fetch(`${simulator}/inbox/chats/${kind}/commands`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ person: "ana", text }),
  });
  if (!sent.ok) throw new Error(`seeding: the simulator's ${kind}: it answered ${sent.status}`);
  return id;
}

/** What was seeded, and what sends its digests out of turn. */
interface Seeded {
  demo: Demo;
  runDigests: () => Promise<void>;
}

/**
 * The demo's watchlists, channels, subscriptions and digests, once: null where a database has targets or channels, which is left
 * as it is.
 */
async function seedDemo(
  { base, simulator, token, isLocal }: Pick<Where, "base" | "simulator" | "token" | "isLocal">,
  { history, withChannels }: { history: boolean; withChannels: boolean },
): Promise<Seeded | null> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const call = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const response = await fetch(base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`seeding: ${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answered;
  };
  if ((await call("GET", "/v1/channels?limit=1")).items.length > 0) return null;
  if ((await call("GET", "/v1/targets?limit=1")).items.length > 0) return null;
  const demo: Demo = { watchlists: [], targets: [], channels: [], subscriptions: [], digests: [], chats: [] };
  const create = async (what: keyof Omit<Demo, "looked">, body: unknown): Promise<string> => {
    const { id } = await call("POST", `/v1/${what}`, body);
    demo[what].push(id);
    return id;
  };
  const creators = await create("watchlists", {
    name: "Demo creators",
    description: "The simulator's cast.",
  });
  for (const [index, { userId, handle, name }] of cast.entries()) {
    const params = { userId, handle };
    const settings = { confirmOff: 2, graceSeconds: 10, infoSeconds: 20 };
    const intervalSeconds = index < 2 ? 5 : 20;
    await create("targets", {
      kind: "live",
      name,
      params,
      settings,
      watchlistId: creators,
      intervalSeconds,
    });
  }
  const trends = await create("watchlists", {
    name: "Demo trends",
    description: "Rankings, hashtags, a category, new videos.",
  });
  const rest = [
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
  for (const target of rest) {
    await create("targets", { ...target, watchlistId: trends, intervalSeconds: 60 });
  }
  const runDigests = async () => {
    for (const id of demo.digests) await call("POST", `/v1/digests/${id}/run`);
  };
  if (!withChannels) return { demo, runDigests };
  const answer = await fetch(`${simulator}/inbox/demo.json`);
  if (!answer.ok) throw new Error(`seeding: the simulator's channels: it answered ${answer.status}`);
  for (const { mention, digest, ...channel } of (await answer.json()) as DemoChannel[]) {
    const id = await create("channels", channel);
    if (digest) {
      await create("digests", { ...DIGEST, name: `${channel.name}: ${DIGEST.name}`, channelId: id });
      if (history) await create("digests", { ...WEEKLY, name: `${channel.name}: ${WEEKLY.name}`, channelId: id });
      const about = { name: `${channel.name}: trends`, events: ["ranking.*", "hashtag.*", "product.*", "item.*"] };
      await create("subscriptions", { ...about, channelId: id, watchlistId: trends });
    }
    await create("subscriptions", {
      name: `${channel.name}: who is live`,
      events: ["live.*"],
      channelId: id,
      mention,
    });
  }
  for (const kind of CHATS) demo.chats.push(await linkedChat(kind, simulator, isLocal, call));
  return { demo, runDigests };
}

/** The account of the simulator. */
const SIMULATOR_ACCOUNT = { username: "demo", password: "demo" };

/** Where Tallylight and the simulator are, and the database. */
interface Where {
  base: string;
  simulator: string;
  token: string;
  db: D1Database;
  /** False if channels may not name this machine, where the demo's receivers are. */
  withChannels: boolean;
  /** False if other machines reach the simulator. */
  isLocal: boolean;
}

/** Writes the history of a demo from what its simulator says. */
type GiveHistory = (demo: Demo, simulator: Credentials) => Promise<void>;

/** True if another service is connected or the demo was left, so that none must be set up. */
async function isPastDemo(db: D1Database): Promise<boolean> {
  const sql = "SELECT account IS NOT NULL OR EXISTS (SELECT 1 FROM left_demo) AS past FROM ticker WHERE id = 1";
  return (await db.prepare(sql).first<number>("past")) === 1;
}

/** Stores what the demo created, so that it can be left as a whole and no other service is polled for it. */
export async function noteDemo(db: D1Database, demo: Demo): Promise<void> {
  await db.prepare("UPDATE ticker SET demo = ?1 WHERE id = 1").bind(JSON.stringify(demo)).run();
}

/** Sets up the demo if the database is empty. Returns a function that sends its digests immediately. */
export async function setUpDemo(
  { base, simulator, token, db, withChannels, isLocal }: Where,
  giveHistory: GiveHistory | null,
): Promise<() => Promise<void>> {
  const seeded = (await isPastDemo(db))
    ? null
    : await seedDemo({ base, simulator, token, isLocal }, { history: giveHistory !== null, withChannels });
  if (seeded === null) return async () => undefined;
  await noteDemo(db, seeded.demo);
  if (giveHistory !== null) {
    const account = { baseUrl: simulator, ...SIMULATOR_ACCOUNT };
    await giveHistory(seeded.demo, account).catch((thrown: unknown) =>
      console.error(`! The demo starts without its history: ${String(thrown).split("\n")[0]!}`),
    );
  }
  return seeded.runDigests;
}
