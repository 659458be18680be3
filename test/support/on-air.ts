import { CALM } from "../../src/core/drift-detector.ts";
import { SOUND, type HealthSnapshot } from "../../src/core/health-snapshot.ts";
import type { Json } from "../../src/core/json.ts";
import { IDLE } from "../../src/core/load.ts";
import { UNLEARNED } from "../../src/engine/prediction/population-prior.ts";
import type { Watched } from "../../src/features/now/now-reading.ts";

const MINUTE = 60_000;

/** The health of a system that ticked and polled at `now` without trouble. */
export const soundAt = (now: number): HealthSnapshot => ({
  madeAt: now - 600 * MINUTE,
  connected: true,
  replays: false,
  perMinute: 60,
  lastTickAt: now,
  spacingMs: MINUTE,
  gate: null,
  breakers: {},
  watch: CALM,
  load: IDLE,
  pool: UNLEARNED,
  lastPollAt: now,
  failingSince: 0,
  failedPolls: 0,
  findings: SOUND,
});

/** The state of a live target that is on since `startedAt`. */
export const onSince = (startedAt: number, info: object | null = null): Json =>
  ({
    verdict: "on",
    since: startedAt,
    knownAt: null,
    room: "7100",
    session: { id: "ses_1", room: "7100", startedAt, lastOnAt: null, toldAt: startedAt, info },
    flip: null,
    baseline: false,
  }) as Json;

/** The state of a live target that is off since then. */
export const offSince = (since: number): Json => ({
  verdict: "off",
  since,
  knownAt: null,
  room: null,
  session: null,
  flip: null,
  baseline: false,
});

/** A creator as pages read them. */
export const creatorOf = (id: string, state: Json, more: Partial<Watched> = {}): Watched => ({
  id,
  kind: "live",
  name: id,
  params: { userId: id },
  enabled: true,
  state,
  fault: null,
  consecutiveFaults: 0,
  lastOkAt: null,
  unknownSince: null,
  intervalSeconds: 60,
  createdAt: 0,
  gaps: [],
  pausedAt: null,
  ...more,
});
