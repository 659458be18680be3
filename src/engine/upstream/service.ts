import { perMinuteOf, type ConfiguredBudget } from "../../core/budget.ts";
import type { Json } from "../../core/json.ts";
import type { Operation } from "../../core/operation.ts";
import type { Addresses } from "../../core/public-url.ts";
import type { OperationsConfig } from "./operation-form.ts";
import { ACCOUNT_PLACE, type Credentials, type ServiceSource, type StoredService } from "./definition.ts";
import { DEMO_SERVICE, OWN_SERVICE } from "../../core/proof.ts";
import { sha256Hex } from "../../core/sha256.ts";
import { mostOf } from "./request.ts";
import { operationsOf, optionalCalls, mergedOperations } from "./operations.ts";

/** The polled service as configured. */
export interface Service {
  /** Null if no service is configured. */
  credentials: Credentials | null;
  source: ServiceSource | null;
  /** `DEMO_SERVICE` or `OWN_SERVICE`; null if none is configured. */
  id: string | null;
  timeoutMs: number;
  operations: Map<string, Operation>;
  /** The configured operations, by name. */
  said: OperationsConfig;
  /** The most optional calls of a poll. */
  optionalCalls: number;
  /** The most targets of a call, by operation that asks for many. */
  many: ReadonlyMap<string, number>;
  /** The budget: calls per minute. */
  perMinute: number;
  /** Addresses that answers may contain. */
  addresses: Addresses;
}

/** The settings of the environment. */
export interface ProvidedService extends Pick<Service, "timeoutMs" | "addresses"> {
  credentials: Credentials | null;
  /** Only on the local host: the simulator's account and operations, used if no service is connected. */
  demo: (Credentials & { operations: OperationsConfig }) | null;
  operations: OperationsConfig;
  budget: ConfiguredBudget;
}

/** Combines the environment, which takes precedence, with stored settings. */
export async function openService(
  provided: ProvidedService,
  stored: StoredService,
  open: (sealed: string, place: string) => Promise<Json>,
): Promise<Service> {
  const said = mergedOperations(provided.operations, stored.operations);
  const { timeoutMs, addresses, budget } = provided;
  const perMinute = perMinuteOf(budget, stored.pollsPerMinute);
  const found = await accountOf(provided, stored, open);
  const demo = found.source === "default" ? provided.demo!.operations : {};
  const operations = operationsOf({ ...demo, ...said });
  const many = new Map([...operations].flatMap(([name, one]) => (one.many === undefined ? [] : [[name, mostOf(one)]])));
  const optional = optionalCalls(operations);
  const id = found.credentials === null ? null : found.source === "default" ? DEMO_SERVICE : OWN_SERVICE;
  return { ...found, id, timeoutMs, addresses, operations, said, perMinute, optionalCalls: optional, many };
}

async function accountOf(
  { credentials, demo }: ProvidedService,
  { account }: StoredService,
  open: (sealed: string, place: string) => Promise<Json>,
): Promise<Pick<Service, "credentials" | "source">> {
  if (credentials !== null) return { credentials, source: "environment" };
  // An account that no key opens is ignored, so it has to be entered again.
  const own = account === null ? null : ((await open(account, ACCOUNT_PLACE)) as Credentials | null);
  if (own !== null) return { credentials: own, source: "api" };
  if (demo === null) return { credentials: null, source: null };
  const { baseUrl, username, password } = demo;
  return { credentials: { baseUrl, username, password }, source: "default" };
}

/** Identifies the rule by which a service says who is live: its address and its check. Null for the demo's, or none. */
export async function ruleOf({ credentials, source, operations }: Service): Promise<string | null> {
  if (credentials === null || source === "default") return null;
  const check = operations.get("live.check") ?? null;
  return (await sha256Hex(JSON.stringify([credentials.baseUrl, check]))).slice(0, 16);
}

/**
 * The same with a cache of the last stored settings, which seldom change. The cached promise only depends on data, so
 * any request may await it.
 */
export function serviceCache(provided: ProvidedService, open: (sealed: string, place: string) => Promise<Json>) {
  let known: { key: string; service: Service } | null = null;
  return async (stored: StoredService): Promise<Service> => {
    const key = JSON.stringify([stored.account, stored.operations, stored.pollsPerMinute]);
    if (known?.key === key) return known.service;
    const service = await openService(provided, stored, open);
    known = { key, service };
    return service;
  };
}
