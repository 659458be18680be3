import { iso } from "../../core/instant.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { isObject } from "../../core/json.ts";

/** Who did what: one change that the API made, one message or call that it sent, or one that it refused. */
export interface AuditEntry {
  /** Wall clock, epoch ms. */
  at: number;
  /** The token's id; null for the one of the configuration. */
  tokenId: string | null;
  tokenName: string;
  /** The operation's name, such as "changeTarget". */
  operation: string;
  /** What it was done to or what it made; null where it is about no single thing. */
  subject: string | null;
  /** What was asked for, without secrets. */
  request: Json;
  /** The HTTP status of the answer; null for what an older version wrote. */
  status: number | null;
  /** Whence it came; null where nobody knows. */
  address: string | null;
}

/** Who does something and what stays of that, written with the change or not at all; `at` is the wall clock, epoch ms. */
export interface Act {
  at: number;
  entries: AuditEntry[];
  /** The Idempotency-Key that it came with, and what a repetition is answered with; null for none. */
  idempotency: { key: string; fingerprint: string; answer: Json } | null;
}

/** An entry of the audit log as the API shows it. */
export const auditView = ({ at, tokenId, tokenName, operation, subject, request, status, address }: AuditEntry) => ({
  at: iso(at),
  actor: { tokenId, name: tokenName },
  operation,
  subject,
  request,
  status,
  address,
});

const SECRET =
  /^(settings|sealed|url|token|secret|password|webhook|query|account|(?:.*[_-])?(?:key|auth|sign|signature))$/i;
const LONGEST_TEXT = 200;
const LONGEST_NAME = 100;
const MAX_ENTRIES = 50;
const DEEPEST = 5;

/** As many characters of texts and names are kept of a request, over all. */
const MAX_CHARACTERS = 8_000;

/** What was asked for, as it may be kept: where secrets go in, only the names of fields; bounded in size. */
export const recorded = (request: Json): Json => record(request, 0, { left: MAX_CHARACTERS });

interface Room {
  left: number;
}

function record(value: Json, depth: number, room: Room): Json {
  if (room.left <= 0) return "…";
  if (typeof value === "string") return cut(value, LONGEST_TEXT, room);
  if (typeof value !== "object" || value === null) {
    room.left -= 8;
    return value;
  }
  if (depth >= DEEPEST) return "…";
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => record(one, depth + 1, room));
  return named(value, room, (name, one) => (SECRET.test(name) ? hidden(one, room) : record(one, depth + 1, room)));
}

function cut(text: string, max: number, room: Room): string {
  room.left -= Math.min(text.length, max);
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}

function named(value: JsonObject, room: Room, of: (name: string, value: Json) => Json): JsonObject {
  const entries: [string, Json][] = [];
  for (const [name, one] of Object.entries(value).slice(0, MAX_ENTRIES))
    if (room.left > 0) entries.push([cut(name, LONGEST_NAME, room), of(name, one)]);
  return Object.fromEntries(entries);
}

const hidden = (value: Json, room: Room): Json => (isObject(value) ? named(value, room, () => "…") : "…");
