import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { secrets } from "../../src/wiring/variables.ts";
import { listDatabases, lookAt, pendingMigrations, type Account, type DeployedWorker } from "./account.ts";
import { bookmarkLine, refuseBelowFloor } from "./before-migrating.ts";
import { bundle, sizeOf } from "./bundle.ts";
import { makeSecrets, storedPath } from "./kept-secrets.ts";
import { deployedConfig, type Project } from "./project.ts";
import { CREATED, invalidOf, missingOf, type SecretName, SECRETS, type Settings } from "./settings.ts";
import { DeployError, succeed, type Wrangler } from "./wrangler.ts";

/** What the written configuration contains. */
interface Writing {
  databaseId: string;
  variables: Record<string, string>;
}

/** What a deployment works with: the project, the settings, and how to talk to the user and to Cloudflare. */
interface Surroundings {
  project: Project;
  settings: Settings;
  /** Secrets of the Worker to be replaced by given values. */
  replace: SecretName[];
  state: string;
  /** The region of a new database, as D1 names it; null leaves it to Cloudflare. */
  location: string | null;
  /** The configuration file that is written and deployed. */
  config: string;
  wrangler: Wrangler;
  say: (line: string) => void;
  ask: (name: string, secret: boolean) => Promise<string | null>;
  /** True without a person watching. Secrets are then not generated, because they would end up in a log. */
  unattended: boolean;
  /** True if Cloudflare builds, which sets the secrets of its form itself. */
  cloudflareBuilds: boolean;
  awakeWithinMs: number;
}

/** What a deployment has to do. */
interface Plan {
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
const isUnchanged = (plan: Plan, account: Account, tag: string): boolean =>
  account.worker?.tag === tag &&
  plan.give.length + plan.make.length + plan.ask.length + Object.keys(plan.variables).length === 0 &&
  !plan.publicUrl;

/**
 * The secrets to set. Prompts for those that only a person knows, and adds them to the settings. Throws DeployError.
 */
async function secretsFor(
  around: Surroundings,
  plan: Plan,
  worker: DeployedWorker | null,
): Promise<Record<string, string>> {
  const { settings, project, say } = around;
  const unknown: string[] = around.unattended ? plan.make.filter((name) => secrets[name].without === null) : [];
  for (const name of plan.ask) {
    const isSecret = (SECRETS as readonly string[]).includes(name);
    const answer = around.unattended ? null : await around.ask(name, isSecret);
    if (!answer) unknown.push(name);
    else if (isSecret) settings.secrets[name as SecretName] = answer;
    else settings.variables[name] = answer;
  }
  if (unknown.length > 0 && !around.cloudflareBuilds)
    throw new DeployError(unknown.map((name) => `${name} is missing: set it as an environment variable`).join("\n"));
  for (const name of unknown) say(`… ${name} is missing: the Worker reports this until you set it in the dashboard`);
  const invalid = invalidOf(settings, worker?.variables ?? {});
  if (invalid.length > 0) throw new DeployError(invalid.map(({ name, message }) => `${name} ${message}`).join("\n"));
  const requested = plan.ask.filter((name): name is SecretName => (SECRETS as readonly string[]).includes(name));
  const provided = [...plan.give, ...requested].flatMap((name) => {
    const value = settings.secrets[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const created =
    around.unattended || plan.make.length === 0
      ? {}
      : await makeSecrets(storedPath(around.state, project.name), plan.make);
  return { ...Object.fromEntries(provided), ...created };
}

/** Brings the account to the state that wrangler.toml and the settings require. Throws DeployError. */
export async function deploy(around: Surroundings): Promise<void> {
  const { project, settings, wrangler, say } = around;
  // The button: Cloudflare has created the database, and the Worker migrates it itself.
  const provisioned = around.cloudflareBuilds && project.databaseId !== null;
  const account = await lookAt(project, wrangler, provisioned);
  const plan = planOf(project, settings, account, around.replace);
  const secrets = await secretsFor(around, plan, account.worker);
  const built = await bundle("wrangler.toml", project.text, wrangler);
  const size = sizeOf(built.gzipBytes);
  if (!size.fits) throw new DeployError(`The code is too large: ${size.text}.`);
  const databaseId = await database(around, account, plan);
  for (const queue of project.queues) {
    if (plan.createQueues.includes(queue)) await succeed(wrangler, "queues", "create", queue);
    say(`✓ queue ${queue} (${plan.createQueues.includes(queue) ? "made" : "exists"})`);
  }
  const writing: Writing = { databaseId, variables: settings.variables };
  await write(around, writing);
  if (provisioned) say("✓ migrations (the Worker applies them itself)");
  else await migrate(around, plan);
  await deployCode(around, plan, account, secrets, writing, { tag: built.tag, size: size.text });
}

async function database(around: Surroundings, account: Account, plan: Plan): Promise<string> {
  const { project, location, wrangler, say } = around;
  if (!plan.createDatabase) {
    say(`✓ database ${project.databaseName} (exists${location === null ? "" : "; its location can't be changed"})`);
    return account.databaseId!;
  }
  await succeed(wrangler, "d1", "create", project.databaseName, ...(location === null ? [] : ["--location", location]));
  const found = (await listDatabases(wrangler)).find(({ name }) => name === project.databaseName);
  if (found === undefined)
    throw new DeployError(`The database ${project.databaseName} was created but isn't listed yet. Run this again.`);
  say(`✓ database ${project.databaseName} (made)`);
  return found.uuid;
}

const write = ({ project, config }: Surroundings, { databaseId, variables }: Writing): Promise<void> =>
  writeFile(config, deployedConfig(project.text, databaseId, variables), { mode: 0o600 });

async function migrate({ project, config, wrangler, say }: Surroundings, plan: Plan): Promise<void> {
  if (!plan.createDatabase) await refuseBelowFloor(project, config, wrangler);
  const pending = await pendingMigrations(project, config, wrangler);
  if (pending.length > 0) {
    if (!plan.createDatabase) say(await bookmarkLine(project, config, wrangler));
    say(`… migrations: ${pending.length} to apply`);
    await succeed(wrangler, "d1", "migrations", "apply", project.binding, "--remote", "-c", config);
  }
  say(`✓ migrations (${pending.length === 0 ? "none to apply" : `${pending.length} applied`})`);
}

const BETWEEN_MS = 2000;

/** Waits until the Worker reports that it is well. A new address takes a minute to resolve. Throws DeployError. */
async function untilAwake(address: string, withinMs: number): Promise<string> {
  let last = "it isn't responding";
  for (const end = Date.now() + withinMs; ;) {
    try {
      const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(10_000), redirect: "manual" });
      const text = await response.text();
      if (response.status === 200) return (JSON.parse(text) as { status: string }).status;
      last = `it answers ${response.status} ${text.slice(0, 300)}`;
    } catch (thrown) {
      last = `it isn't responding (${(thrown as Error).message})`;
    }
    if (Date.now() + BETWEEN_MS > end) throw new DeployError(`Deployed to ${address}, but ${last}.`);
    await sleep(BETWEEN_MS);
  }
}

/**
 * Deploys code, variables and new secrets as one version, so that the code never runs without them. Returns the
 * address; null if wrangler reports none.
 */
async function upload(
  config: string,
  tag: string,
  secrets: Record<string, string>,
  wrangler: Wrangler,
): Promise<string | null> {
  const args = ["deploy", "-c", config, "--tag", tag];
  const ran =
    Object.keys(secrets).length === 0
      ? await succeed(wrangler, ...args)
      : await withSecretsFile(secrets, (path) => succeed(wrangler, ...args, "--secrets-file", path));
  const targets = ran.reports.flatMap(({ type, targets: list }) => (type === "deploy" ? (list as string[]) : []));
  const address = targets.find((target) => /^https?:\/\//.test(target));
  const domain = targets.map((target) => /^([\w.-]+) \(custom domain/.exec(target)?.[1]).find((name) => name);
  return domain === undefined ? (address ?? null) : `https://${domain}`;
}

async function withSecretsFile<T>(secrets: Record<string, string>, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-secrets-"));
  try {
    const path = join(folder, "secrets.json");
    await writeFile(path, JSON.stringify(secrets), { mode: 0o600, flag: "wx" });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function deployCode(
  around: Surroundings,
  plan: Plan,
  account: Account,
  secrets: Record<string, string>,
  writing: Writing,
  { tag, size }: { tag: string; size: string },
): Promise<void> {
  const { project, settings, config, wrangler, say } = around;
  const known = settings.variables["PUBLIC_URL"] ?? account.worker?.variables["PUBLIC_URL"];
  let address = known ?? null;
  if (isUnchanged(plan, account, tag)) say("✓ Worker (unchanged)");
  else {
    say(`… Worker ${project.name}: ${size}`);
    address = (await upload(config, tag, secrets, wrangler)) ?? address;
    for (const name of SECRETS)
      say(
        `✓ secret ${name} (${secrets[name] !== undefined ? "set" : account.worker?.secrets.includes(name) ? "kept" : "not set"})`,
      );
    if (plan.publicUrl && address !== null) {
      await write(around, { ...writing, variables: { ...writing.variables, PUBLIC_URL: address } });
      await upload(config, tag, {}, wrangler);
      say(`✓ PUBLIC_URL ${address} (set)`);
    }
    say(`✓ Worker ${project.name} (deployed)`);
  }
  if (address === null)
    return say("  wrangler reported no address: the Worker has no workers.dev address and no custom domain.");
  const status = await untilAwake(address, around.awakeWithinMs);
  say(`✓ ${address}/healthz answers ${status}`);
  finish(around, plan, secrets, address);
}

function finish(
  { state, project, say }: Surroundings,
  plan: Plan,
  secrets: Record<string, string>,
  address: string,
): void {
  const path = storedPath(state, project.name);
  say("");
  say(`  API          ${address}/docs`);
  if (plan.make.includes("ADMIN_TOKEN")) say(`  Admin token  ${secrets["ADMIN_TOKEN"]}`);
  else say(`  Admin token  the one you set, or the one generated by an earlier run and stored in ${path}`);
  if (plan.make.length > 0)
    say(
      `  Generated secrets are stored in ${path}. Keep a copy: Cloudflare doesn't show secrets again, and a backup's channels can't be decrypted without ENCRYPTION_KEYS.`,
    );
}
