import type { IncomingMessage, ServerResponse } from "node:http";
import { same } from "../same.ts";
import { answer } from "./answer.ts";

const LATEST_MS = 8.64e15;

/** Ticks at a time, epoch milliseconds; false where the tick failed. */
type Tick = (scheduledTime: number) => Promise<boolean>;

export interface DoorOptions {
  tick: Tick;
  /** ADMIN_TOKEN, which opens the door. */
  token: string;
  /** False where this process ticks by itself: then there is no door. */
  open: boolean;
}

/** True for a path of the runtime's own, however its letters are written. */
export const isRuntimePath = (target: string): boolean => /^\/cdn-cgi(\/|$|\?)/i.test(decoded(target));

/** `GET /cdn-cgi/handler/scheduled?time=<epoch ms>` with the admin token ticks; all else of the runtime's is not there. */
export async function runtimeDoor(
  request: IncomingMessage,
  response: ServerResponse,
  { tick, token, open }: DoorOptions,
): Promise<void> {
  const [path, query = ""] = request.url!.split("?", 2);
  const given = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!open || request.method !== "GET" || path !== "/cdn-cgi/handler/scheduled" || !same(given, token))
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
