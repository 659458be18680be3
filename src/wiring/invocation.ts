import type { Configured } from "./compose-environment.ts";
import type { Service } from "../engine/upstream/service.ts";
import type { StoredService } from "../engine/upstream/definition.ts";
import type { SweepDeps } from "./sweep-deps.ts";

/** Everything that an invocation uses, counted and limited as the platform requires. */
export interface Invocation extends Pick<
  Configured,
  | "config"
  | "given"
  | "isDeployed"
  | "hasWatchdog"
  | "addresses"
  | "vault"
  | "unsubscribeLinks"
  | "counters"
  | "accessKeys"
  | "files"
  | "isUsedUp"
> {
  /** The polled service as configured, read once per invocation. */
  service: () => Promise<Service>;
  /** Makes `service` read again, after a change. */
  rereadService: () => void;
  /** The same for other settings. */
  serviceFrom: (stored: StoredService) => Promise<Service>;
  /** Fetch that counts towards the limit of the invocation. */
  outside: typeof fetch;
  db: D1Database;
  /** The same database for reads. Those of the same turn share a request. */
  reads: D1Database;
  sweep: SweepDeps;
  statementsLeft: () => number;
}
