import { instantOf } from "../core/instant-of.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { spansIn, type Span } from "../core/spans.ts";
import { targetKinds } from "./registry.ts";

/** A broadcast that lasts, as the state of its target has it. Instants are epoch ms. */
interface OnAir extends Described {
  startedAt: number;
  roomId: string | null;
}

interface Described {
  /** What the creator called it; null where nobody said. */
  title: string | null;
  /** The most viewers that any poll saw; null where none was told how many there are. */
  peakViewers: number | null;
  /** When nobody knew whether it lasted, oldest first. */
  unknown: Span[];
}

/** What is on air of a target; null for nothing. */
export function onAirOf({ kind: name, state }: { kind: string; state: Json }): OnAir | null {
  const kind = targetKinds[name];
  if (kind === undefined || state === null || !kind.live(state)) return null;
  const { roomId, startedAt: text, ...seen } = kind.snapshot(state);
  const startedAt = typeof text === "string" ? instantOf(text) : null;
  return startedAt === null
    ? null
    : { startedAt, roomId: typeof roomId === "string" ? roomId : null, ...describedOf(seen) };
}

/** What a snapshot or an end says of a broadcast beyond its times; older ones say nothing of it. */
export function describedOf({ info, viewers, peakViewers = viewers, unknown }: JsonObject): Described {
  const title = isObject(info) && typeof info["title"] === "string" ? info["title"] : null;
  return { title, peakViewers: typeof peakViewers === "number" ? peakViewers : null, unknown: spansIn(unknown) };
}
