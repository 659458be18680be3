import { iso } from "../../core/instant.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { isObject } from "../../core/json.ts";

/** Who changed what: one change that the API made. */
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
}

/** An entry of the audit log as the API shows it. */
export const auditView = ({ at, tokenId, tokenName, operation, subject, request }: AuditEntry) => ({
  at: iso(at),
  actor: { tokenId, name: tokenName },
  operation,
  subject,
  request,
});

const SECRET = /^(settings|url|token|secret|password|webhook)$/i;
const LONGEST_TEXT = 200;
const MOST_ENTRIES = 50;
const DEEPEST = 5;

/** What was asked for, as it may be kept: where secrets go in, only the names of fields; bounded in size. */
export function recorded(request: Json, depth = 0): Json {
  if (typeof request === "string")
    return request.length <= LONGEST_TEXT ? request : `${request.slice(0, LONGEST_TEXT).toWellFormed()}…`;
  if (depth >= DEEPEST) return typeof request === "object" && request !== null ? "…" : request;
  if (Array.isArray(request)) return request.slice(0, MOST_ENTRIES).map((one) => recorded(one, depth + 1));
  if (!isObject(request)) return request;
  const entries = Object.entries(request).slice(0, MOST_ENTRIES);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.slice(0, 100),
      SECRET.test(name) ? hidden(value) : recorded(value, depth + 1),
    ]),
  );
}

const hidden = (value: Json): Json => {
  if (!isObject(value)) return "…";
  const named: JsonObject = {};
  for (const name of Object.keys(value).slice(0, MOST_ENTRIES)) named[name.slice(0, 100)] = "…";
  return named;
};
