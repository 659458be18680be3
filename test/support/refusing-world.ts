import { known } from "../../src/engine/upstream/operations.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { payloads, variants } from "./kinds.ts";
import { platform, watch, type Platform } from "./platform.ts";

const MINUTE = 60_000;
export const START = Date.UTC(2026, 0, 5, 12);

/** How an operation fails: with a status, or without any answer. */
export type Failure = 401 | 403 | 428 | 429 | 500 | "hang";

/** What fails in minutes `from` to `to` (excluded): an operation, or all. */
export interface Refusal {
  operation: string;
  failure: Failure;
  from: number;
  to: number;
  retryAfter?: number;
}

/** A stream of a creator, in minutes. */
interface Stream {
  creator: number;
  from: number;
  to: number;
}

export interface RefusingWorld {
  cloud: Platform;
  /** The minutes in which each operation was called, and live checks of each user. */
  calls: Map<string, number[]>;
  checks: Map<string, number[]>;
  /** The messages that a Discord channel has now, by id. */
  messages: Map<string, string>;
  /** Runs the ticks of these minutes. */
  pass(from: number, to: number): Promise<void>;
  /** The types of the events of operators, oldest first, with the operation that each names. */
  news(): Promise<string[]>;
  events(type: string): Promise<{ type: string; targetId: string; kind: string }[]>;
}

const operationAt = new Map([...known.values()].map(({ name, path }) => [path, name]));
const userOf = (creator: number): string => String(1001 + creator);

/** A Discord webhook that keeps its messages, by id, as they are after edits. */
export function discord({ pathname }: URL, body: string, method = "POST", messages: Map<string, string>) {
  const id = /\/messages\/(\w+)$/.exec(pathname)?.[1] ?? String(messages.size + 1);
  if (method === "DELETE") messages.delete(id);
  else messages.set(id, body);
  return { status: 200, body: JSON.stringify({ id }) };
}

/** A whole system with creators and targets of other kinds, at a service of which one operation fails for a while. */
export async function refusingWorld(
  { creators, beside, each }: { creators: number; beside: string[]; each: number },
  refusal: Refusal | null,
  streams: Stream[],
  variables: Record<string, string> = {},
): Promise<RefusingWorld> {
  const cloud = await platform({ ALLOW_LOCAL_WEBHOOKS: "true", MIN_INTERVAL_SECONDS: "1", ...variables });
  const calls = new Map<string, number[]>();
  const checks = new Map<string, number[]>();
  const messages = new Map<string, string>();
  let minute = 0;
  const fails = (operation: string) =>
    refusal !== null &&
    minute >= refusal.from &&
    minute < refusal.to &&
    (refusal.operation === "*" || refusal.operation === operation);
  cloud.outside = (address, body, method) => {
    const url = new URL(address);
    if (url.origin !== "https://upstream.example") return discord(url, body, method, messages);
    const operation = operationAt.get(url.pathname) ?? "?";
    noted(calls, operation, minute);
    const user = url.searchParams.get("user_id") ?? "";
    if (operation === "live.check") noted(checks, user, minute);
    if (fails(operation)) {
      if (refusal!.failure === "hang") return new Promise(() => undefined);
      const headers: Record<string, string> =
        refusal!.retryAfter === undefined ? {} : { "retry-after": String(refusal!.retryAfter) };
      return { status: refusal!.failure, body: "", headers };
    }
    if (operation === "live.check") {
      const on = streams.some(({ creator, from, to }) => userOf(creator) === user && minute >= from && minute < to);
      return { status: 200, body: liveCheck(on) };
    }
    return { status: 200, body: JSON.stringify(payloads.get(operation) ?? { code: 0, data: null }) };
  };
  await watch(
    cloud,
    Array.from({ length: creators }, (_, n) => userOf(n)),
  );
  const rest = beside.flatMap((kind) =>
    variants(targetKinds[kind]!, each).map((params, n) => ({ kind, name: `${kind} ${n}`, params })),
  );
  const imported = await cloud.api("POST", "/v1/targets/import", rest);
  if (rest.length > 0 && imported.body.summary.created !== rest.length) throw new Error(JSON.stringify(imported));
  const settings = { url: "https://discord.com/api/webhooks/1001/secret" };
  const channel = await cloud.api("POST", "/v1/channels", { kind: "discord", name: "all", settings });
  await cloud.api("POST", "/v1/subscriptions", { name: "all", events: ["live.*"], channelId: channel.body.id });
  return {
    cloud,
    calls,
    checks,
    messages,
    async pass(from, to) {
      for (minute = from; minute < to; minute++) await cloud.tick(START + minute * MINUTE);
    },
    async news() {
      const { results } = await cloud.db
        .prepare("SELECT type, data FROM events WHERE type GLOB 'upstream.*' OR type GLOB 'system.*' ORDER BY seq")
        .all<{ type: string; data: string }>();
      return results.map(({ type, data }) => {
        const { operation, reason } = JSON.parse(data) as Record<string, string | null>;
        return `${type} ${operation ?? reason ?? "*"}`;
      });
    },
    async events(type) {
      const { results } = await cloud.db
        .prepare(
          "SELECT type, target_id AS targetId, target ->> 'kind' AS kind FROM events WHERE type = ?1 ORDER BY seq",
        )
        .bind(type)
        .all<{ type: string; targetId: string; kind: string }>();
      return results;
    },
  };
}

const liveCheck = (on: boolean): string =>
  JSON.stringify({ code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } });

function noted(calls: Map<string, number[]>, name: string, minute: number): void {
  const known = calls.get(name) ?? [];
  calls.set(name, known);
  known.push(minute);
}
