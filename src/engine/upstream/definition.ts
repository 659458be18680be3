import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { refusedBudget, type ConfiguredBudget } from "../../core/budget.ts";
import { refusal, type Addresses } from "../../core/public-url.ts";
import type { Refusal } from "../../core/refusal.ts";
import { invalid } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import type { OperationsConfig } from "./operation-form.ts";
import { headersForm, HIDDEN, mismatch, queryForm, type Authentication } from "./authentication.ts";
import { readForm } from "../../resources/form.ts";
import type { AccountView } from "./shape.ts";

/** The address of the polled service, and how our account there proves itself. */
export interface Credentials extends Authentication {
  baseUrl: string;
}

/** The stored configuration of the service: the encrypted account (null for none) and operations. */
export interface StoredService {
  account: string | null;
  operations: OperationsConfig;
  /** The budget that people set, calls per minute; null if they did not. */
  pollsPerMinute: number | null;
}

/** The context to which the account's encryption is bound. */
export const ACCOUNT_PLACE = "ticker/1/account";

/**
 * Where the service's address comes from. The environment takes precedence over the API; the default is the demo's
 * simulator.
 */
export type ServiceSource = "environment" | "api" | "default";

/** The form of the account. */
export const accountForm = lazy(() =>
  z.strictObject({
    baseUrl: z.string().max(2048).describe("The service's address: https, without query or fragment."),
    username: z.string().min(1).max(500).optional().describe("The user name, for services that ask for one (Basic)."),
    password: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe("The password to it. Stored encrypted and never shown again."),
    headers: headersForm()
      .optional()
      .describe(
        "Headers with a key, such as `X-Api-Key` or `Authorization`. Stored encrypted; values are never shown.",
      ),
    query: queryForm()
      .optional()
      .describe("Query parameters with a key, such as `api_key`. Stored encrypted; values are never shown."),
    pollsPerMinute: z
      .int()
      .min(1)
      .optional()
      .describe("How many calls per minute the service allows: the budget, unless the environment sets it."),
  }),
);

export interface ServiceDeps {
  service(): Promise<{ credentials: Credentials | null; source: ServiceSource | null; perMinute: number }>;
  budget: ConfiguredBudget;
  addresses: Addresses;
  seal(account: Credentials): Promise<string>;
  /** Stores an encrypted account, null for none, and the budget that it allows, undefined for no change. */
  keepAccount(sealed: string | null, pollsPerMinute?: number): Promise<void>;
}

export interface ServicePorts {
  /** The settings of the polled service. */
  service: ServiceDeps;
}

export async function accountView(deps: Pick<ServiceDeps, "service">): Promise<AccountView> {
  const { credentials, source, perMinute } = await deps.service();
  return {
    baseUrl: credentials?.baseUrl ?? null,
    username: credentials?.username ?? null,
    headers: masked(credentials?.headers),
    query: masked(credentials?.query),
    pollsPerMinute: perMinute,
    source,
  };
}

const masked = (all: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.keys(all).map((name) => [name, HIDDEN]));

/** Validates an account. Its address must meet the same rules as those of channels. */
export function readAccount(body: unknown, addresses: Addresses): Result<Credentials, Refusal> {
  const form = readForm(accountForm(), body);
  if (!form.ok) return form;
  const unfit = mismatch(form.value);
  if (unfit !== null) return invalid(`/${unfit[0]}`, unfit[1]);
  const reason = form.value.baseUrl.includes("?") ? "must not have a query" : refusal(form.value.baseUrl, addresses);
  const { pollsPerMinute: _budget, ...account } = form.value;
  return reason === null ? ok(account) : invalid("/baseUrl", reason);
}

/** Stores an account. An account of the environment still takes precedence, as the response shows. */
export async function setAccount(body: unknown, deps: ServiceDeps): Promise<Result<AccountView, Refusal>> {
  const account = readAccount(body, deps.addresses);
  if (!account.ok) return account;
  const { pollsPerMinute } = body as { pollsPerMinute?: number };
  const refused = refusedBudget(deps.budget, pollsPerMinute ?? null);
  if (refused !== null) return invalid("/pollsPerMinute", refused);
  await deps.keepAccount(await deps.seal(account.value), pollsPerMinute);
  return ok(await accountView(deps));
}
