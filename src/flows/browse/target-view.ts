import type { Fault } from "../../core/fault.ts";
import { iso, isoOrNull } from "../../core/instant.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { targetKinds } from "../../targets/registry.ts";

/** A target with what is remembered of it. Instants are epoch ms. */
export interface TargetRecord {
  id: string;
  watchlistId: string;
  kind: string;
  name: string;
  params: JsonObject;
  settings: JsonObject;
  intervalSeconds: number;
  priority: number;
  enabled: boolean;
  announceInitial: boolean;
  revision: number;
  /** What its kind remembers, null before the first good answer. */
  state: Json;
  fault: Fault | null;
  consecutiveFaults: number;
  lastPolledAt: number | null;
  lastOkAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** What a state says in public; before the first good answer nothing is known. */
export function seenView(kindName: string, state: Json) {
  const kind = targetKinds[kindName];
  if (kind === undefined || state === null) return { status: { verdict: "unknown" }, since: null, snapshot: null };
  return { status: kind.status(state), since: iso(kind.since(state)), snapshot: kind.snapshot(state) };
}

/** A target as the form that would make it. */
export const formOf = (target: TargetRecord) => ({
  kind: target.kind,
  params: target.params,
  name: target.name,
  watchlistId: target.watchlistId,
  intervalSeconds: target.intervalSeconds,
  priority: target.priority,
  enabled: target.enabled,
  announceInitial: target.announceInitial,
  settings: target.settings,
});

/** A target as the API shows it. */
export function targetView(target: TargetRecord) {
  const { status, since, snapshot } = seenView(target.kind, target.state);
  return {
    id: target.id,
    ...formOf(target),
    status: {
      ...status,
      since,
      lastPolledAt: isoOrNull(target.lastPolledAt ?? target.lastOkAt),
      lastOkAt: isoOrNull(target.lastOkAt),
      consecutiveFaults: target.consecutiveFaults,
      fault: target.fault,
    },
    snapshot,
    createdAt: iso(target.createdAt),
    updatedAt: iso(target.updatedAt),
  };
}
