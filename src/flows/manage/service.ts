import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { refusal, type Addresses } from "../../core/public-url.ts";
import type { Refusal } from "../../core/refusal.ts";
import { invalid } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import type { OperationsConfig } from "./operation-form.ts";
import { readForm } from "../../resources/form.ts";

/** Where the polled service is, and who we are there. */
export interface Credentials {
  baseUrl: string;
  username: string;
  password: string;
}

/** What people said of the polled service by the API: the account sealed, null for none. */
export interface StoredService {
  account: string | null;
  operations: OperationsConfig;
}

/** Where the account is sealed. */
export const ACCOUNT_PLACE = "ticker/1/account";

/** Who says where the service is: the environment wins over what the API was given; without either it is the demo's simulator. */
export type ServiceSource = "environment" | "api" | "default";

/** The account, as a person gives it. */
export const accountForm = lazy(() =>
  z.strictObject({
    baseUrl: z.string().max(2048).describe("The service's address, https; without query or fragment."),
    username: z.string().min(1).max(500).describe("The user name of the account."),
    password: z.string().min(1).max(2000).describe("Its password: goes in, is kept sealed and never shown again."),
  }),
);

/** The account as it is shown; nulls where nobody said where the service is. */
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

/** Reads an account; its address is judged like those of channels. */
export function readAccount(body: unknown, addresses: Addresses): Result<Credentials, Refusal> {
  const form = readForm(accountForm(), body);
  if (!form.ok) return form;
  const reason = form.value.baseUrl.includes("?") ? "must not have a query" : refusal(form.value.baseUrl, addresses);
  return reason === null ? ok(form.value) : invalid("/baseUrl", reason);
}

/** Keeps the account that a person gave. Where the environment has one that goes on winning, as the answer shows. */
export async function setAccount(body: unknown, deps: ServiceDeps): Promise<Result<AccountView, Refusal>> {
  const account = readAccount(body, deps.addresses);
  if (!account.ok) return account;
  await deps.keepAccount(await deps.seal(account.value));
  return ok(await accountView(deps));
}
