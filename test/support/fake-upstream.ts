import type { ServerResponse } from "node:http";
import { known } from "../../src/engine/upstream/operations.ts";
import { serve, type TestServer } from "./http-server.ts";
import { payloads } from "./kinds.ts";

export interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
  /** The body starts like this and never ends. */
  endless?: boolean;
}

/** Sends an answer, as far as it goes. */
export function answered(response: ServerResponse, { status = 200, headers, body, endless = false }: FakeAnswer): void {
  response.writeHead(status, headers);
  if (endless) response.write(body);
  else response.end(body);
}

interface UpstreamCall {
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
}

export interface FakeUpstream extends TestServer {
  /** Rooms of live creators, by user id. */
  live: Map<string, string>;
  calls: UpstreamCall[];
  /** Overrides the world's answers; null lets the world answer. */
  interfere: (call: UpstreamCall) => FakeAnswer | null | Promise<FakeAnswer | null>;
}

/**
 * A polled service with the operations of all target kinds. Its live check answers from `live`, others with fixtures.
 */
export async function fakeUpstream(): Promise<FakeUpstream> {
  const live = new Map<string, string>();
  const calls: UpstreamCall[] = [];
  const server = await serve(async (request, _body, response) => {
    const mark = request.url!.indexOf("?");
    const path = mark < 0 ? request.url! : request.url!.slice(0, mark);
    const query = new URLSearchParams(mark < 0 ? "" : request.url!.slice(mark + 1));
    const call = { path, query, authorization: request.headers.authorization };
    calls.push(call);
    const answer = (await fake.interfere(call)) ?? world(live, call);
    if (!response.socket || response.destroyed) return;
    answered(response, { ...answer, headers: { "content-type": "application/json", ...answer.headers } });
  });
  const fake: FakeUpstream = { ...server, live, calls, interfere: () => null };
  return fake;
}

const operationAt = new Map([...known.values()].map(({ name, path }) => [path, name]));

/** Other operations answer the same for everyone: the first fixture of their kind. */
function world(live: Map<string, string>, { path, query }: UpstreamCall): FakeAnswer {
  const operation = operationAt.get(path);
  if (operation === undefined || operation === "live.check") return liveCheck(live, query.get("user_id") ?? "");
  return { body: JSON.stringify(payloads.get(operation) ?? { code: 0, msg: "success", data: null }) };
}

/** The default live check: one row with the creator's current room. */
function liveCheck(live: Map<string, string>, userId: string): FakeAnswer {
  const room = live.get(userId);
  const row = `{"alive":${room !== undefined},"room_id":${room ?? 0},"user_id":"${userId}"}`;
  return { body: `{"code":0,"msg":"success","data":{"data":[${row}],"extra":{"now":1763650000000},"status_code":0}}` };
}
