import { dayMs } from "../world/durations.ts";
import type { Operation } from "./operation.ts";

const limit = 1_000_000;

/** The key's limits, and its use since the last reset. */
export const keyInfo: Operation = ({ world, callsMade: callsCreated }) => ({
  key: "demo",
  status: "active",
  plan: "simulator",
  request_limit: limit,
  requests_used: callsCreated,
  requests_left: Math.max(0, limit - callsCreated),
  rate_limit_per_minute: 0,
  expires_at: new Date(world.startedAt + 365 * dayMs).toISOString(),
});
