import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { known } from "../../src/engine/upstream/operations.ts";
import { serve, type TestServer } from "./http-server.ts";
import { payloads } from "./kinds.ts";

interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
  /** The body starts like this and never ends. */
  endless?: boolean;
}

/** Sends an answer, as far as it goes. */
function answered(response: ServerResponse, { status = 200, headers, body, endless = false }: FakeAnswer): void {
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
  if (operation === undefined || operation === "live.check")
    return liveCheck(live, query.get("user_ids")?.split(",") ?? [query.get("user_id") ?? ""]);
  return { body: JSON.stringify(payloads.get(operation) ?? { code: 0, msg: "success", data: null }) };
}

/** The default live check, of one creator or many: a row with the current room of each. */
function liveCheck(live: Map<string, string>, userIds: string[]): FakeAnswer {
  const rows = userIds.map((userId) => {
    const room = live.get(userId);
    return `{"alive":${room !== undefined},"room_id":${room ?? 0},"user_id":"${userId}"}`;
  });
  return {
    body: `{"code":0,"msg":"success","data":{"data":[${rows.join()}],"extra":{"now":1763650000000},"status_code":0}}`,
  };
}

export interface Received {
  kind: "slack" | "discord" | "webhook";
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** Attached files, by name. */
  files: Map<string, Uint8Array>;
  /** The status of the answer. */
  status: number;
}

export interface FakeReceiver extends TestServer {
  received: Received[];
  /** The current Discord messages, by id. */
  messages: Map<string, Record<string, unknown>>;
  /** Secrets by webhook path. A message with a bad signature gets a 401. */
  secrets: Map<string, string>;
  interfere: (got: Omit<Received, "status">) => FakeAnswer | null | Promise<FakeAnswer | null>;
}

/** A receiver for Slack, Discord and signed webhooks. Its answers are from the vendors' documentation. */
export async function fakeReceiver(): Promise<FakeReceiver> {
  const messages = new Map<string, Record<string, unknown>>();
  const secrets = new Map<string, string>();
  const received: Received[] = [];
  const server = await serve(async (request, text, response, bytes) => {
    const path = request.url!;
    const kind = path.startsWith("/slack") ? "slack" : path.startsWith("/api/webhooks") ? "discord" : "webhook";
    const headers = request.headers as Record<string, string>;
    const { body, files } = await partsOf(headers["content-type"] ?? "", text, bytes);
    const got = { kind, method: request.method!, path, headers, body, files } as const;
    const answer = (await fake.interfere(got)) ?? answerOf(got, text, messages, secrets);
    received.push({ ...got, status: answer.status ?? 200 });
    if (response.destroyed) return;
    answered(response, answer);
  });
  const fake: FakeReceiver = { ...server, received, messages, secrets, interfere: () => null };
  return fake;
}

/** Parses JSON, or a form with JSON and files. */
async function partsOf(type: string, text: string, bytes: Buffer): Promise<Pick<Received, "body" | "files">> {
  if (!type.startsWith("multipart/form-data")) return { body: JSON.parse(text) as Received["body"], files: new Map() };
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  const files = new Map<string, Uint8Array>();
  for (const part of form.values())
    if (typeof part !== "string" && part.type !== "application/json")
      files.set(part.name, new Uint8Array(await part.arrayBuffer()));
  const payload = form.get("payload_json");
  const json = payload === null || typeof payload === "string" ? payload : await payload.text();
  return { body: JSON.parse(json ?? "null") as Received["body"], files };
}

function answerOf(
  got: Omit<Received, "status">,
  text: string,
  messages: Map<string, Record<string, unknown>>,
  secrets: Map<string, string>,
): FakeAnswer {
  if (got.kind === "slack") return { body: "ok" };
  if (got.kind === "webhook") return webhookAnswer(got, text, secrets);
  const edited = /\/messages\/(\d+)/.exec(got.path)?.[1];
  if (got.method === "PATCH" && edited !== undefined) {
    const message = messages.get(edited);
    if (message === undefined) return { status: 404, body: '{"message":"Unknown Message","code":10008}' };
    Object.assign(message, got.body);
    return { body: JSON.stringify(message) };
  }
  const id = String(9_000_000_000_000_000 + messages.size);
  const message = { id, ...got.body };
  messages.set(id, message);
  return got.path.includes("wait=true") ? { body: JSON.stringify(message) } : { status: 204, body: "" };
}

function webhookAnswer(got: Omit<Received, "status">, text: string, secrets: Map<string, string>): FakeAnswer {
  const secret = secrets.get(got.path);
  if (secret === undefined) return { status: 204, body: "" };
  try {
    new Webhook(secret).verify(text, got.headers);
    return { status: 204, body: "" };
  } catch {
    return { status: 401, body: "bad signature" };
  }
}
