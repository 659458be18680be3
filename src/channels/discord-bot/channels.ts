import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { jsonHeaders } from "../headers.ts";
import type { ApiBases, OutboundAnswer, OutboundRequest } from "../kind.ts";
import type { Choice, Listed } from "../listing.ts";
import { passing } from "../outcomes.ts";
import { apiRoot } from "./render.ts";

const MAX_SERVERS = 10;
const MAX_BYTES = 1_000_000;

/** Text and announcement channels. Others accept no messages, or only in threads. */
const TAKES_MESSAGES: Json[] = [0, 5];

const VIEW_AND_SEND = (1n << 10n) | (1n << 11n);
const ADMINISTRATOR = 1n << 3n;

type RowsRequest = Generator<OutboundRequest, { rows: JsonObject[] } | { refused: string }, OutboundAnswer>;

/** The channels of a bot's servers, except those that it cannot access. */
export function* discordChannels(token: string, bases: ApiBases): Generator<OutboundRequest, Listed, OutboundAnswer> {
  const ask = (path: string) => requested(`${apiRoot(bases)}${path}`, token);
  const servers = yield* ask("/users/@me/guilds");
  if ("refused" in servers) return servers;
  const choices: Choice[] = [];
  for (const { id, name, permissions } of servers.rows.slice(0, MAX_SERVERS)) {
    if (typeof id !== "string" || !/^\d{1,25}$/.test(id)) continue;
    const server = typeof name === "string" ? name : id;
    const channels = yield* ask(`/guilds/${id}/channels`);
    if ("refused" in channels) return channels;
    const may = maySend(permissions);
    const its = channels.rows.filter((one) => TAKES_MESSAGES.includes(one["type"]!) && isOpen(one, id, may));
    for (const { id: channel, name: displayName } of its)
      if (typeof channel === "string" && typeof displayName === "string")
        choices.push({
          id: channel,
          name: servers.rows.length === 1 ? `#${displayName}` : `#${displayName} (${server})`,
        });
  }
  return { choices, more: servers.rows.length > MAX_SERVERS };
}

function* requested(url: string, token: string): RowsRequest {
  const headers = { ...jsonHeaders, authorization: `Bot ${token}` };
  const answer = yield { method: "GET", url, headers, body: "", mostBytes: MAX_BYTES };
  if (answer.status === 401) return { refused: "Discord doesn't recognize this token" };
  if (answer.status !== 200) return { refused: `Discord did not list the channels: ${passing(answer).reason}` };
  const rows = listOf(answer.body);
  return rows === null ? { refused: "Discord did not list the channels: its answer is not a list" } : { rows };
}

function listOf(text: string): JsonObject[] | null {
  try {
    const value = JSON.parse(text) as Json;
    return Array.isArray(value) ? value.filter(isObject) : null;
  } catch {
    return null;
  }
}

const bits = (text: Json | undefined): bigint =>
  typeof text === "string" && /^\d{1,25}$/.test(text) ? BigInt(text) : 0n;

/** Whether a server's permissions let a bot send, before the rules of channels apply. */
function maySend(permissions: Json | undefined): boolean {
  const may = bits(permissions);
  return (may & ADMINISTRATOR) !== 0n || (may & VIEW_AND_SEND) === VIEW_AND_SEND;
}

/**
 * Whether a bot may be able to send to a channel: it is open to all who may send, or opened to someone, perhaps the
 * bot.
 */
function isOpen({ permission_overwrites: rules }: JsonObject, server: string, may: boolean): boolean {
  const all = Array.isArray(rules) ? rules.filter(isObject) : [];
  const denied = bits(all.find(({ id }) => id === server)?.["deny"]) & VIEW_AND_SEND;
  return (may && denied === 0n) || all.some(({ allow }) => (bits(allow) & VIEW_AND_SEND) !== 0n);
}
