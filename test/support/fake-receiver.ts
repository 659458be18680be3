import { Webhook } from "standardwebhooks";
import { answered, type FakeAnswer } from "./fake-upstream.ts";
import { serve, type TestServer } from "./http-server.ts";

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
