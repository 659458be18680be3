import type { Fault } from "./faults.ts";
import { errorResponse } from "./errors.ts";

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
