import { Hono } from "hono";
import { cast } from "../cast.ts";
import { catalogue } from "../catalogue.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { CallLog } from "../service/call-log.ts";
import type { Faults } from "../service/faults.ts";
import { personOf } from "../world/people.ts";
import type { Live, World } from "../world/world.ts";
import { faultBody, liveBody, postBody, readBody, Refusal, renameBody, seedBody } from "./bodies.ts";

export interface ControlParts {
  world: () => World;
  faults: Faults;
  calls: CallLog;
  inbox: Inbox;
  reset: (seed: string) => void;
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
    overrides: world()
      .overridden()
      .map((live) => describe(world(), live.userId)),
    faults: faults.list(),
    counts: { calls: calls.total, inbox: inbox.size },
  });

  app.get("/state", (context) => context.json(state()));
  app.get("/calls", (context) => context.json(calls.list()));
  app.get("/catalogue", (context) => context.json(catalogue));
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

function describe(world: World, userId: string): object {
  const live: Live = world.liveOf(userId);
  const { handle, name } = personOf(world, userId);
  const changesAt = Number.isFinite(live.changesAt) ? iso(live.changesAt) : null;
  return { userId, handle, name, on: live.on, roomId: live.roomId, startedAt: iso(live.startedAt), changesAt };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
