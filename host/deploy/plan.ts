import type { Account } from "./account.ts";
import type { Project } from "./project.ts";
import { CREATED, missingOf, SECRETS, type SecretName, type Settings } from "./settings.ts";

/** What a deployment has to do. */
export interface Plan {
  createDatabase: boolean;
  createQueues: string[];
  /** Secrets to set to given values. */
  give: SecretName[];
  /** Secrets to generate, because none is given and the Worker has none. */
  make: SecretName[];
  /** Secrets and variables that only a person knows. */
  ask: string[];
  /** Variables to set or change. */
  variables: Record<string, string>;
  /** True if the Worker's own address becomes its PUBLIC_URL. */
  publicUrl: boolean;
}

/**
 * Compares the account with the settings. Secrets that the Worker already has are left alone, unless listed in
 * `replace`. Pure.
 */
export function planOf(project: Project, settings: Settings, account: Account, replace: SecretName[]): Plan {
  const { worker } = account;
  const stored = [...(worker?.secrets.filter((name) => !replace.includes(name as SecretName)) ?? [])];
  const missing = missingOf(settings, [...stored, ...Object.keys(worker?.variables ?? {})]);
  const isCreated = (name: string): name is SecretName => (CREATED as readonly string[]).includes(name);
  return {
    createDatabase: account.databaseId === null,
    createQueues: project.queues.filter((queue) => !account.queues.includes(queue)),
    give: SECRETS.filter((name) => settings.secrets[name] !== undefined && !stored.includes(name)),
    make: missing.filter(isCreated),
    ask: missing.filter((name) => !isCreated(name)),
    variables: Object.fromEntries(
      Object.entries(settings.variables).filter(([name, value]) => worker?.variables[name] !== value),
    ),
    publicUrl: settings.variables["PUBLIC_URL"] === undefined && worker?.variables["PUBLIC_URL"] === undefined,
  };
}

/** Whether the deployed Worker is already what would be deployed. Pure. */
export const isUnchanged = (plan: Plan, account: Account, tag: string): boolean =>
  account.worker?.tag === tag &&
  plan.give.length + plan.make.length + plan.ask.length + Object.keys(plan.variables).length === 0 &&
  !plan.publicUrl;
