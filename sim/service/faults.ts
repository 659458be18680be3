import { jsonResponse } from "../lossless-json.ts";

const page = `<!DOCTYPE html>
<html><head><title>Just a moment...</title></head>
<body><h1>Checking your browser</h1><p>Ray ID: 0000000000000000</p></body></html>`;

const renamed: Record<string, string> = {
  alive: "is_alive_now",
  room_id: "live_room",
  room_id_str: "live_room_text",
  owner_on_rank: "isOwnerRanked",
  owner_rank_idx: "ownerPlace",
  rank_type: "rankKind",
  group_type: "groupKind",
  entrances: "entries",
  challenge_list: "challenges",
  challenge_info: "hashtag",
  productList: "products",
  product_id: "item",
};

/** Returns how long a fault delays the response, in milliseconds. */
export function delayOf(fault: Fault): number {
  if (fault.mode === "timeout") return fault.delayMs ?? 30_000;
  return fault.mode === "slow" ? (fault.delayMs ?? 2000) : (fault.delayMs ?? 0);
}

const names: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  428: "Account Key Session Expiry",
  429: "Rate-Limit",
  500: "Server error",
  503: "Service Unavailable",
};

/** Returns an error of the service: its status, an envelope without data, and the required headers. */
export function errorResponse(status: number, fields?: Record<string, string>, retryAfterSeconds?: number): Response {
  const headers: Record<string, string> = {};
  if (status === 401) headers["www-authenticate"] = 'Basic realm="service"';
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  const body = { code: status, msg: names[status] ?? `Error ${status}`, data: null, ...(fields && { fields }) };
  return jsonResponse(body, status, headers);
}

/** Returns the response of a fault; `truth` is called only if the fault needs the real response. */
export async function brokenResponse(fault: Fault, truth: () => Promise<Response>): Promise<Response> {
  if (fault.mode === "status") return errorResponse(fault.status ?? 500, undefined, fault.retryAfter);
  if (fault.mode === "empty") return json('{"code":0,"msg":"success","data":null}');
  if (fault.mode === "timeout" || fault.mode === "slow") return truth();
  if (fault.mode === "garbage" && fault.shape !== "truncated") {
    return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  }
  const answer = await truth();
  if (answer.status !== 200) return answer;
  const text = await answer.text();
  return json(fault.mode === "garbage" ? text.slice(0, Math.floor(text.length * 0.6)) : drifted(text));
}

function drifted(text: string): string {
  const data = text.indexOf('"data":') + 7;
  const rename = (_all: string, key: string): string => `"${renamed[key] ?? camel(key)}":`;
  return text.slice(0, data) + text.slice(data).replace(/"(\w+)":/g, rename);
}

function camel(key: string): string {
  return key.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

function json(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}

export const faultModes = ["status", "timeout", "garbage", "empty", "drift", "slow"] as const;
export type FaultMode = (typeof faultModes)[number];

/** An active fault; `times` is the number of responses left, null for no limit. */
export interface Fault {
  operation: string;
  mode: FaultMode;
  status?: number;
  retryAfter?: number;
  delayMs?: number;
  shape?: "html" | "truncated";
  times: number | null;
}

/** The active faults. The latest one posted for an operation or for "*" applies. */
export class Faults {
  #active: Fault[] = [];

  set(fault: Fault): void {
    this.#active = [fault, ...this.#active.filter((other) => other.operation !== fault.operation)];
  }

  /** Returns the fault for a call and uses up one of its times. */
  take(operation: string): Fault | undefined {
    return this.#use((fault) => fault.operation === operation || fault.operation === "*");
  }

  /** Does the same for a name that "*" does not cover. */
  takeExact(name: string): Fault | undefined {
    return this.#use((fault) => fault.operation === name);
  }

  #use(strikes: (fault: Fault) => boolean): Fault | undefined {
    const fault = this.#active.find(strikes);
    if (fault?.times && --fault.times === 0) this.#active = this.#active.filter((other) => other !== fault);
    return fault;
  }

  list(): Fault[] {
    return this.#active;
  }

  clear(): void {
    this.#active = [];
  }
}
