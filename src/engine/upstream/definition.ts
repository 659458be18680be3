import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { refusal, type Addresses } from "../../core/public-url.ts";
import type { Refusal } from "../../core/refusal.ts";
import { invalid } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import type { OperationsConfig } from "./operation-form.ts";
import { readForm } from "../../resources/form.ts";

/** The address of the polled service and our account there. */
export interface Credentials {
  baseUrl: string;
  username: string;
  password: string;
}

/** The stored configuration of the service: the encrypted account (null for none) and operations. */
export interface StoredService {
  account: string | null;
  operations: OperationsConfig;
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
    username: z.string().min(1).max(500).describe("The user name of the account."),
    password: z
      .string()
      .min(1)
      .max(2000)
      .describe("The password of the account. Stored encrypted and never shown again."),
  }),
);

/** The account as shown; nulls if no service is connected. */
export interface AccountView {
  baseUrl: string | null;
  username: string | null;
  source: ServiceSource | null;
}

export interface ServiceDeps {
  service(): Promise<{ credentials: Credentials | null; source: ServiceSource | null }>;
  addresses: Addresses;
  seal(account: Credentials): Promise<string>;
  keepAccount(sealed: string | null): Promise<void>;
}

export async function accountView(deps: Pick<ServiceDeps, "service">): Promise<AccountView> {
  const { credentials, source } = await deps.service();
  return { baseUrl: credentials?.baseUrl ?? null, username: credentials?.username ?? null, source };
}

/** Validates an account. Its address must meet the same rules as those of channels. */
export function readAccount(body: unknown, addresses: Addresses): Result<Credentials, Refusal> {
  const form = readForm(accountForm(), body);
  if (!form.ok) return form;
  const reason = form.value.baseUrl.includes("?") ? "must not have a query" : refusal(form.value.baseUrl, addresses);
  return reason === null ? ok(form.value) : invalid("/baseUrl", reason);
}

/** Stores an account. An account of the environment still takes precedence, as the response shows. */
export async function setAccount(body: unknown, deps: ServiceDeps): Promise<Result<AccountView, Refusal>> {
  const account = readAccount(body, deps.addresses);
  if (!account.ok) return account;
  await deps.keepAccount(await deps.seal(account.value));
  return ok(await accountView(deps));
}
