import { iso } from "../core/instant.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { isObject } from "../core/json.ts";
import { suggestsSecret } from "../core/secret-names.ts";

/** An audit entry: a change through the API, a message or call that it sent, or a request that it refused. */
export interface AuditEntry {
  /** Wall clock, epoch ms. */
  at: number;
  /** The token's id; null for `ADMIN_TOKEN`. */
  tokenId: string | null;
  tokenName: string;
  /** The name of the operation, such as "changeTarget". */
  operation: string;
  /** The affected or created resource; null if there is no single one. */
  subject: string | null;
  /** The request without secrets. */
  request: Json;
  /** The HTTP status. */
  status: number;
  /** The client address; null if unknown. */
  address: string | null;
  /** As the answer of the API and the log name the request; missing for what came by a chat, a link or the engine. */
  requestId?: string | null;
}

/** The audit entries of a request, written with its change or not at all; `at` is the wall clock, epoch ms. */
export interface Act {
  at: number;
  entries: AuditEntry[];
  /** The Idempotency-Key of the request and the response for a repetition; null for none. */
  idempotency: { key: string; fingerprint: string; answer: Json } | null;
}

/** An audit entry as the API serializes it. */
export const auditView = ({
  at,
  tokenId,
  tokenName,
  operation,
  subject,
  request,
  status,
  address,
  requestId = null,
}: AuditEntry) => ({
  at: iso(at),
  actor: { tokenId, name: tokenName },
  operation,
  subject,
  request,
  status,
  address,
  requestId,
});

/** Fields of our own requests that have secrets in them, or are secret. */
const DECLARED = new Set(["settings", "sealed", "url", "webhook", "query", "headers", "account"]);

/** Names of our own fields that only look like those of a secret. */
const PLAIN = new Set(["rowKey"]);

const isSecret = (name: string): boolean =>
  DECLARED.has(name.toLowerCase()) || (suggestsSecret(name) && !PLAIN.has(name));

const LONGEST_TEXT = 200;
const LONGEST_NAME = 100;
const MAX_ENTRIES = 50;
const DEEPEST = 5;

/** The maximum of characters of texts and names stored for a request. */
const MAX_CHARACTERS = 8_000;

/** A request as it may be stored: bounded in size, and only field names where there may be secrets. */
export const recorded = (request: Json): Json => record(request, 0, { left: MAX_CHARACTERS });

interface SizeBudget {
  left: number;
}

function record(value: Json, depth: number, room: SizeBudget): Json {
  if (room.left <= 0) return "…";
  if (typeof value === "string") return cut(value, LONGEST_TEXT, room);
  if (typeof value !== "object" || value === null) {
    room.left -= 8;
    return value;
  }
  if (depth >= DEEPEST) return "…";
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => record(one, depth + 1, room));
  return named(value, room, (name, one) => (isSecret(name) ? hidden(one, room) : record(one, depth + 1, room)));
}

function cut(text: string, max: number, room: SizeBudget): string {
  room.left -= Math.min(text.length, max);
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}

function named(value: JsonObject, room: SizeBudget, of: (name: string, value: Json) => Json): JsonObject {
  const entries: [string, Json][] = [];
  for (const [name, one] of Object.entries(value).slice(0, MAX_ENTRIES))
    if (room.left > 0) entries.push([cut(name, LONGEST_NAME, room), of(name, one)]);
  return Object.fromEntries(entries);
}

const hidden = (value: Json, room: SizeBudget): Json => (isObject(value) ? named(value, room, () => "…") : "…");
