import type { IncomingMessage, ServerResponse } from "node:http";
import { same } from "../same-bytes.ts";
import { answer } from "./answer.ts";

const LATEST_MS = 8.64e15;

/** Runs a tick at a time, epoch ms. Returns false if it failed. */
type Tick = (scheduledTime: number) => Promise<boolean>;

export interface DoorOptions {
  tick: Tick;
  /** ADMIN_TOKEN, which is required to trigger ticks. */
  token: string;
  /** False if this process ticks itself. Ticks cannot be triggered then. */
  open: boolean;
}

/** Whether a path belongs to the runtime, however it is encoded. */
export const isRuntimePath = (target: string): boolean => /^\/cdn-cgi(\/|$|\?)/i.test(decoded(target));

/**
 * Handles `GET /cdn-cgi/handler/scheduled?time=<epoch ms>` with the admin token, which triggers a tick. Other paths of
 * the runtime are not found.
 */
export async function runtimeDoor(
  request: IncomingMessage,
  response: ServerResponse,
  { tick, token, open }: DoorOptions,
): Promise<void> {
  const [path, query = ""] = request.url!.split("?", 2);
  const provided = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!open || request.method !== "GET" || path !== "/cdn-cgi/handler/scheduled" || !same(provided, token))
    return answer(response, { status: 404, detail: "No such path." });
  const time = new URLSearchParams(query).get("time") ?? String(Date.now());
  if (!/^\d{1,16}$/.test(time) || Number(time) > LATEST_MS)
    return answer(response, { status: 400, detail: "time must be a whole number of milliseconds since 1970." });
  if (!(await tick(Number(time))))
    return answer(response, { status: 500, detail: "The tick failed. The log says why." });
  response.writeHead(200, { "content-type": "text/plain" }).end("ok");
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
