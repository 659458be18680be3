import { DAY_MS } from "../../src/core/duration.ts";
import { fillWorld } from "../../test/support/full-world.ts";
import { HOST, Jar } from "../../test/support/jar.ts";
import { TOKEN } from "../../test/support/setting.ts";

export type Send = (request: Request) => Promise<Response>;

/** The callers of the world: secrets and cookies. */
export interface Callers {
  feed: string;
  tokens: Record<"read" | "write", string>;
  cookies: Record<"read" | "write", string>;
}

/** Deletes some records, so that new ones fit into the quotas. */
const ROOM = [
  "subscriptions/sub_00009",
  "digests/dig_00009",
  "boards/brd_00009",
  "silences/sil_00009",
  "goals/goal_00009",
  "feed-keys/fdk_00009",
  "tokens/tok_00009",
  "watchlists/wl_00009?cascade=true",
  "channels/ch_00009?cascade=true",
];

/** Fills a fresh database up to its quotas and creates the callers. Requests are sent with `send`. */
export async function peopledWorld(db: D1Database, now: number, send: Send): Promise<Callers> {
  await fillWorld(db, now);
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await send(new Request(`${HOST}/v1/${path}`, init));
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === "" ? {} : (JSON.parse(text) as Record<string, string>);
  };
  for (const path of ROOM) await call("DELETE", path);
  await call("PATCH", "channels/ch_00001", { settings: { url: "https://discord.com/api/webhooks/1001/secret" } });
  const tokens = { read: "", write: "" };
  const cookies = { read: "", write: "" };
  for (const scope of ["read", "write"] as const) {
    tokens[scope] = (await call("POST", "tokens", { name: `Bench ${scope}`, scopes: [scope] }))["token"]!;
    const jar = new Jar(send);
    await jar.send("/sign-in", { token: tokens[scope] });
    cookies[scope] = [...jar.kept].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  const { key: feed } = await call("POST", "feed-keys", { name: "Bench", watchlistId: null });
  return { feed: feed!, tokens, cookies };
}

/** A future time at which a silence may end. */
export const later = (now: number): string => new Date(now + 7 * DAY_MS).toISOString();
