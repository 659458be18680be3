import { Hono } from "hono";
import { cast, castByUserId } from "../cast.ts";
import { answered } from "../catalogue.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { receiverNames } from "../inbox/receiver-faults.ts";
import type { CallLog } from "../service/call-log.ts";
import { type Fault, type FaultMode, faultModes, type Faults } from "../service/faults.ts";
import { personOf } from "../world/people.ts";
import type { Live, World } from "../world/world.ts";

export interface ControlParts {
  world: () => World;
  faults: Faults;
  calls: CallLog;
  inbox: Inbox;
  reset: (seed: string) => void;
}

/** A rejected request to a control, with a message for each field: 400 unless it is a JSON object, otherwise 422. */
class Refusal extends Error {
  readonly status: 400 | 422;
  readonly fields: Record<string, string>;
  constructor(status: 400 | 422, fields: Record<string, string>) {
    super(
      Object.entries(fields)
        .map(([field, problem]) => `${field} ${problem}`)
        .join("; "),
    );
    this.status = status;
    this.fields = fields;
  }
}

type Body = Record<string, unknown>;

async function readBody(request: Request): Promise<Body> {
  const text = await request.text();
  const body = text === "" ? {} : parsed(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refusal(400, { body: "must be a JSON object" });
  }
  return body as Body;
}

function liveBody(body: Body): { userId: string; on: boolean; roomId: string | undefined } {
  const invalid: Record<string, string> = {};
  const userId = digits(body["userId"]);
  const roomId = digits(body["roomId"]);
  const provided = body["roomId"] !== undefined && body["roomId"] !== null;
  if (userId === undefined) invalid["userId"] = "must be a string of digits";
  if (provided && roomId === undefined) invalid["roomId"] = "must be a string of digits";
  if (typeof body["on"] !== "boolean") invalid["on"] = "must be true or false";
  refuse(invalid);
  return { userId: userId as string, on: body["on"] as boolean, roomId };
}

function renameBody(body: Body): { userId: string; handle: string } {
  const invalid: Record<string, string> = {};
  const userId = digits(body["userId"]);
  const handle = /^@?([A-Za-z0-9._]{1,64})$/.exec(typeof body["handle"] === "string" ? body["handle"] : "")?.[1];
  if (userId === undefined) invalid["userId"] = "must be a string of digits";
  if (handle === undefined) invalid["handle"] = "must be a handle: letters, digits, '.' and '_'";
  refuse(invalid);
  return { userId: userId!, handle: handle! };
}

function postBody(body: Body): { userId: string; caption: string | undefined } {
  const invalid: Record<string, string> = {};
  const { caption } = body;
  const userId = digits(body["userId"]);
  if (userId === undefined) invalid["userId"] = "must be a string of digits";
  if (caption !== undefined && (typeof caption !== "string" || caption === "" || caption.length > 300))
    invalid["caption"] = "must be a text of 1 to 300 characters";
  refuse(invalid);
  return { userId: userId!, caption: caption as string | undefined };
}

function seedBody(body: Body): string | undefined {
  const seed = body["seed"];
  if (seed === undefined || seed === null) return undefined;
  if (typeof seed === "string" || typeof seed === "number") return String(seed);
  throw new Refusal(422, { seed: "must be a string or a number" });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the fault to set, or undefined if the body says `clear`. */
function faultBody(body: Body): Fault | undefined {
  if (body["clear"] === true) return undefined;
  const invalid: Record<string, string> = {};
  const operation = typeof body["operation"] === "string" ? body["operation"] : "";
  const known = ["*", ...receiverNames, ...answered.map((entry) => entry.name)].includes(operation);
  if (!known) invalid["operation"] = 'must be "*" or a name that GET /_sim/catalogue lists';
  if (!faultModes.includes(body["mode"] as FaultMode)) invalid["mode"] = `must be one of ${faultModes.join(", ")}`;
  const status = whole(body, "status", 400, 599, invalid);
  const retryAfter = whole(body, "retryAfter", 0, 86_400, invalid);
  const delayMs = whole(body, "delayMs", 0, 600_000, invalid);
  const times = whole(body, "times", 1, 1_000_000, invalid);
  const shape = body["shape"];
  if (shape !== undefined && shape !== "html" && shape !== "truncated") invalid["shape"] = "must be html or truncated";
  refuse(invalid);
  return {
    operation,
    mode: body["mode"] as FaultMode,
    ...(status !== undefined && { status }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(delayMs !== undefined && { delayMs }),
    ...(shape !== undefined && { shape: shape as "html" | "truncated" }),
    times: times ?? null,
  };
}

function refuse(invalid: Record<string, string>): void {
  if (Object.keys(invalid).length > 0) throw new Refusal(422, invalid);
}

function digits(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === "string" && /^\d{1,32}$/.test(text) ? text : undefined;
}

function whole(
  body: Body,
  name: string,
  min: number,
  max: number,
  invalid: Record<string, string>,
): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  invalid[name] = `must be an integer from ${min} to ${max}`;
  return undefined;
}

/** Returns the controls under `/_sim`. */
export function createControls(parts: ControlParts): Hono {
  const { world, faults, calls, inbox } = parts;
  const app = new Hono();

  app.onError((error, context) => {
    if (!(error instanceof Refusal)) throw error;
    const errors = Object.entries(error.fields).map(([field, message]) => ({ pointer: `/${field}`, field, message }));
    return context.json({ error: error.message, status: error.status, errors }, error.status);
  });

  const state = (): object => ({
    seed: world().dice.seed,
    speed: world().speed,
    startedAt: iso(world().startedAt),
    worldTime: iso(world().now()),
    cast: cast.map(({ userId }) => describe(world(), userId)),
    others: othersIn(calls).map((userId) => describe(world(), userId)),
    overrides: world()
      .overridden()
      .map((live) => describe(world(), live.userId)),
    faults: faults.list(),
    counts: { calls: calls.total, inbox: inbox.size },
  });

  app.get("/state", (context) => context.json(state()));
  app.get("/calls", (context) => context.json(calls.list()));
  app.get("/catalogue", (context) => context.json(answered));
  app.get("/faults", (context) => context.json({ faults: faults.list() }));

  app.post("/live", async (context) => {
    const { userId, on, roomId } = liveBody(await readBody(context.req.raw));
    world().setLive(userId, on, roomId);
    return context.json(describe(world(), userId));
  });

  app.post("/rename", async (context) => {
    const { userId, handle } = renameBody(await readBody(context.req.raw));
    world().rename(userId, handle);
    return context.json(describe(world(), userId));
  });

  app.post("/post", async (context) => {
    const { userId, caption } = postBody(await readBody(context.req.raw));
    const { videoId } = world().post(userId, caption);
    return context.json({ userId, videoId, caption: caption ?? null });
  });

  app.post("/faults", async (context) => {
    const fault = faultBody(await readBody(context.req.raw));
    if (fault) faults.set(fault);
    else faults.clear();
    return context.json({ faults: faults.list() });
  });

  app.post("/reset", async (context) => {
    parts.reset(seedBody(await readBody(context.req.raw)) ?? world().dice.seed);
    return context.json(state());
  });

  app.all("*", (context) => context.json({ error: "no such control", status: 404 }, 404));
  return app;
}

/** Users that are checked although they are not of the cast, ten at most. */
function othersIn(calls: CallLog): string[] {
  const checked = calls.recent(500).flatMap(({ operation, query }) => {
    const id = query["user_id"];
    return operation?.startsWith("live.check") !== true || id === undefined || castByUserId.has(id) ? [] : [id];
  });
  return [...new Set(checked)].slice(0, 10);
}

function describe(world: World, userId: string): object {
  const live: Live = world.liveOf(userId);
  const { handle, name } = personOf(world, userId);
  const changesAt = Number.isFinite(live.changesAt) ? iso(live.changesAt) : null;
  return { userId, handle, name, on: live.on, roomId: live.roomId, startedAt: iso(live.startedAt), changesAt };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
