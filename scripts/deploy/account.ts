import type { Project } from "./project.ts";
import { DeployError, jsonOf, sentence, succeed, type Ran, type Wrangler } from "./wrangler.ts";

/** What the account has of this project already. */
export interface Account {
  databaseId: string | null;
  queues: string[];
  worker: DeployedWorker | null;
}

/** The Worker as it is deployed. */
export interface DeployedWorker {
  /** Names only: nobody can read a secret again. */
  secrets: string[];
  variables: Record<string, string>;
  /** What the code that serves was built from; null where it was not deployed from here. */
  tag: string | null;
}

/** Asks wrangler what there is; changes nothing. Throws DeployError. */
export async function lookAt(project: Project, wrangler: Wrangler): Promise<Account> {
  const databases = await listDatabases(wrangler);
  const database =
    project.databaseId === null
      ? databases.find(({ name }) => name === project.databaseName)
      : databases.find(({ uuid }) => uuid === project.databaseId);
  if (project.databaseId !== null && database === undefined)
    throw new DeployError("The account has no database with the database_id in wrangler.toml.");
  const queues: string[] = [];
  for (const queue of project.queues) {
    const args = ["queues", "info", queue];
    const ran = await wrangler(...args);
    if (ran.code === 0) queues.push(queue);
    else if (!says(ran, /does not exist/)) throw new DeployError(sentence(ran, args));
  }
  return { databaseId: database?.uuid ?? null, queues, worker: await workerOf(project.name, wrangler) };
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

/** The migrations that the deployed database has not seen. */
export async function pendingMigrations(project: Project, config: string, wrangler: Wrangler): Promise<string[]> {
  const { stdout } = await succeed(wrangler, "d1", "migrations", "list", project.binding, "--remote", "-c", config);
  return project.migrations.filter((name) => stdout.includes(name));
}

/** All databases of the account. */
export const listDatabases = async (wrangler: Wrangler): Promise<{ name: string; uuid: string }[]> =>
  jsonOf(await succeed(wrangler, "d1", "list", "--json"), "d1 list") as { name: string; uuid: string }[];
