import type { Json } from "../../core/json.ts";
import type { Operation } from "../../core/operation.ts";
import type { Addresses } from "../../core/public-url.ts";
import type { OperationsConfig } from "../../flows/manage/operation-form.ts";
import { ACCOUNT_PLACE, type Credentials, type ServiceSource, type StoredService } from "../../flows/manage/service.ts";
import { operationsOf, optionalCalls, saidTogether } from "./operations.ts";

/** The polled service as it is called. */
export interface Service {
  /** Null where nobody said where it is. */
  credentials: Credentials | null;
  source: ServiceSource | null;
  timeoutMs: number;
  operations: Map<string, Operation>;
  /** What was said of operations, by name. */
  said: OperationsConfig;
  /** The most optional calls that a poll makes. */
  optionalCalls: number;
  /** The addresses that what is read of an answer may name. */
  addresses: Addresses;
}

/** What the environment says of it. */
export interface GivenService extends Pick<Service, "timeoutMs" | "addresses"> {
  credentials: Credentials | null;
  /** Of the local host alone: the simulator's, where nobody says anything else. */
  demo: Credentials | null;
  operations: OperationsConfig;
}

/** Puts together what the environment says, which wins, and what was stored. */
export async function openService(
  given: GivenService,
  stored: StoredService,
  open: (sealed: string, place: string) => Promise<Json>,
): Promise<Service> {
  const said = saidTogether(given.operations, stored.operations);
  const operations = operationsOf(said);
  const { timeoutMs, addresses } = given;
  const found = await accountOf(given, stored, open);
  return { ...found, timeoutMs, addresses, operations, said, optionalCalls: optionalCalls(operations) };
}

async function accountOf(
  { credentials, demo }: GivenService,
  { account }: StoredService,
  open: (sealed: string, place: string) => Promise<Json>,
): Promise<Pick<Service, "credentials" | "source">> {
  if (credentials !== null) return { credentials, source: "environment" };
  // One that no key opens is none: it is entered again.
  const own = account === null ? null : ((await open(account, ACCOUNT_PLACE)) as Credentials | null);
  if (own !== null) return { credentials: own, source: "api" };
  return { credentials: demo, source: demo === null ? null : "default" };
}

/**
 * The same, worked out once for what was stored last: an isolate sees it seldom change. The cached promise is of data
 * alone, so that any request may wait for it.
 */
export function serviceCache(given: GivenService, open: (sealed: string, place: string) => Promise<Json>) {
  let known: { key: string; service: Service } | null = null;
  return async (stored: StoredService): Promise<Service> => {
    const key = JSON.stringify([stored.account, stored.operations]);
    if (known?.key === key) return known.service;
    const service = await openService(given, stored, open);
    known = { key, service };
    return service;
  };
}
