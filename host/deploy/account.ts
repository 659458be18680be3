import type { Project } from "./project.ts";
import { DeployError, jsonOf, sentence, succeed, type Ran, type Wrangler } from "./wrangler.ts";

/** What the account already has of this project. */
export interface Account {
  databaseId: string | null;
  queues: string[];
  worker: DeployedWorker | null;
}

/** The deployed Worker. */
export interface DeployedWorker {
  /** Names only, because secrets cannot be read. */
  secrets: string[];
  variables: Record<string, string>;
  /** Identifies what the deployed code was built from; null if it was not deployed with this script. */
  tag: string | null;
}

/**
 * Reads the state of the account through wrangler without changing it. A database that Cloudflare has `provisioned` is
 * not looked up, because the token of its builds may not. Throws DeployError.
 */
export async function lookAt(project: Project, wrangler: Wrangler, provisioned: boolean): Promise<Account> {
  const databaseId = provisioned ? project.databaseId : await databaseOf(project, wrangler);
  const queues: string[] = [];
  for (const queue of project.queues) {
    const args = ["queues", "info", queue];
    const ran = await wrangler(...args);
    if (ran.code === 0) queues.push(queue);
    else if (!says(ran, /does not exist/)) throw new DeployError(sentence(ran, args));
  }
  return { databaseId, queues, worker: await workerOf(project.name, wrangler) };
}

/** The id of the project's database; null if it has to be created. */
async function databaseOf({ databaseId, databaseName }: Project, wrangler: Wrangler): Promise<string | null> {
  const databases = await listDatabases(wrangler);
  if (databaseId === null) return databases.find(({ name }) => name === databaseName)?.uuid ?? null;
  if (databases.some(({ uuid }) => uuid === databaseId)) return databaseId;
  throw new DeployError("The account has no database with the database_id in wrangler.toml.");
}

async function workerOf(name: string, wrangler: Wrangler): Promise<DeployedWorker | null> {
  const args = ["secret", "list", "--name", name, "--format", "json"];
  const listed = await wrangler(...args);
  if (listed.code !== 0) {
    if (says(listed, /10007|does not exist|not found/i)) return null;
    throw new DeployError(sentence(listed, args));
  }
  const secrets = (jsonOf(listed, "secret list") as { name: string }[]).map((secret) => secret.name);
  const statusArgs = ["deployments", "status", "--name", name, "--json"];
  const status = await wrangler(...statusArgs);
  if (status.code !== 0) {
    if (says(status, /no deployments/i)) return { secrets, variables: {}, tag: null };
    throw new DeployError(sentence(status, statusArgs));
  }
  const { versions } = jsonOf(status, "deployments status") as { versions: { version_id: string }[] };
  const view = await succeed(wrangler, "versions", "view", versions[0]!.version_id, "--name", name, "--json");
  const version = jsonOf(view, "versions view") as Version;
  const bindings = version.resources?.bindings ?? [];
  return {
    secrets,
    variables: Object.fromEntries(
      bindings.flatMap((one) => (one.type === "plain_text" ? [[one.name, one.text ?? ""]] : [])),
    ),
    tag: versions.length === 1 ? (version.annotations?.["workers/tag"] ?? null) : null,
  };
}

interface Version {
  annotations?: Record<string, string>;
  resources?: { bindings?: { type: string; name: string; text?: string }[] };
}

const says = ({ stdout, stderr }: Ran, pattern: RegExp): boolean => pattern.test(`${stdout}\n${stderr}`);

/** The migrations that are not applied to the deployed database yet. */
export async function pendingMigrations(project: Project, config: string, wrangler: Wrangler): Promise<string[]> {
  const { stdout } = await succeed(wrangler, "d1", "migrations", "list", project.binding, "--remote", "-c", config);
  return project.migrations.filter((name) => stdout.includes(name));
}

/** All databases of the account. */
export const listDatabases = async (wrangler: Wrangler): Promise<{ name: string; uuid: string }[]> =>
  jsonOf(await succeed(wrangler, "d1", "list", "--json"), "d1 list") as { name: string; uuid: string }[];
