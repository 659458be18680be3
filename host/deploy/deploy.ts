import { writeFile } from "node:fs/promises";
import { listDatabases, lookAt, pendingMigrations, type Account } from "./account.ts";
import { bookmarkLine, refuseBelowFloor } from "./before-migrating.ts";
import { bundle, sizeOf } from "./bundle.ts";
import { storedPath } from "./kept-secrets.ts";
import { isUnchanged, planOf, type Plan } from "./plan.ts";
import { deployedConfig } from "./project.ts";
import { secretsFor } from "./secrets-for.ts";
import { SECRETS } from "./settings.ts";
import type { Surroundings } from "./surroundings.ts";
import { untilAwake } from "./awake.ts";
import { upload } from "./upload.ts";
import { DeployError, succeed } from "./wrangler.ts";

/** What the written configuration contains. */
interface Writing {
  databaseId: string;
  variables: Record<string, string>;
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
