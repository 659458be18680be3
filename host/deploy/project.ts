import { readdir, readFile } from "node:fs/promises";
import { commandLine, inRoot, PACKED } from "../place.ts";
import { DeployError } from "./wrangler.ts";

/** The contents of wrangler.toml. */
export interface Project {
  name: string;
  binding: string;
  databaseName: string;
  /** Null while it has the placeholder. */
  databaseId: string | null;
  queues: string[];
  variables: Record<string, string>;
  /** Names of the files in migrations/, in order. */
  migrations: string[];
  text: string;
}

/** The database id in wrangler.toml as shipped. The local runtime accepts any id. */
export const NO_DATABASE = "00000000-0000-0000-0000-000000000000";

/**
 * Reads wrangler.toml and the names of migrations. Under another name, it is a separate Worker with its own database
 * and queues. Throws DeployError if its contents are not supported.
 */
export async function readProject(
  name: string | null = null,
  path = PACKED ? inRoot("wrangler.toml") : "wrangler.toml",
): Promise<Project> {
  const { unstable_readConfig } = await import("wrangler");
  const config = unstable_readConfig({ config: path });
  const [database] = config.d1_databases;
  if (config.name === undefined || database?.database_name === undefined)
    throw new DeployError("wrangler.toml must have a name and one database with a database_name.");
  const consumed: { queue: string; dead_letter_queue?: string }[] = config.queues.consumers ?? [];
  const produced: { queue?: string }[] = config.queues.producers ?? [];
  const queues = [
    ...produced.flatMap(({ queue }) => queue ?? []),
    ...consumed.map(({ queue }) => queue),
    ...consumed.flatMap((consumer) => consumer.dead_letter_queue ?? []),
  ];
  const text = await readFile(path, "utf8");
  const project: Project = {
    name: config.name,
    binding: database.binding,
    databaseName: database.database_name,
    databaseId: database.database_id === NO_DATABASE ? null : (database.database_id ?? null),
    queues: [...new Set(queues)],
    variables: Object.fromEntries(Object.entries(config.vars).map(([name, value]) => [name, String(value)])),
    migrations: (await readdir(PACKED ? inRoot("migrations") : "migrations"))
      .filter((name) => name.endsWith(".sql"))
      .sort(),
    text,
  };
  return name === null || name === project.name ? project : renamed(project, name);
}

/** Valid names. With the suffixes of queues they stay within 63 characters. */
const NAME = /^[a-z][a-z0-9-]{0,49}[a-z0-9]$/;

/** The names in wrangler.toml that are derived from the Worker's name. */
const NAMED = /^(\s*(?:name|database_name|queue|dead_letter_queue)\s*=\s*)"(.*)"/gm;

function renamed(project: Project, name: string): Project {
  if (!NAME.test(name))
    throw new DeployError("--name must be 2 to 51 lowercase letters, digits and dashes, starting with a letter.");
  const other = (old: string): string =>
    old.startsWith(project.name) ? name + old.slice(project.name.length) : `${name}-${old}`;
  const text = project.text.replace(NAMED, (_all, head: string, old: string) => `${head}"${other(old)}"`);
  return {
    ...project,
    name,
    databaseName: other(project.databaseName),
    databaseId: null,
    queues: project.queues.map(other),
    text,
  };
}

/** The configuration file of a deployment, with the id of its database. Pure. */
export const configOf = (name: string, shipped: string): string =>
  name === shipped ? "wrangler.deploy.toml" : `wrangler.deploy.${name}.toml`;

/** The database id that the local runtime uses, read without loading wrangler. Pure. */
export const localDatabaseId = (text: string): string =>
  /^\s*database_id\s*=\s*"([^"]+)"/m.exec(text)?.[1] ?? NO_DATABASE;

/** The deployed configuration: wrangler.toml with the real database and exactly these variables. Pure. */
export function deployedConfig(text: string, databaseId: string, variables: Record<string, string>): string {
  const lines: string[] = [];
  let inVariables = false;
  for (const line of text.split("\n")) {
    if (/^\s*\[/.test(line)) inVariables = /^\s*\[vars\]/.test(line);
    if (!inVariables) lines.push(line.replace(/^(\s*database_id\s*=\s*).*$/, `$1${JSON.stringify(databaseId)}`));
  }
  const entries = Object.entries(variables).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const head = `# Written by \`${commandLine("deploy")}\` from wrangler.toml; changes here are lost.`;
  return [head, ...lines, "[vars]", ...entries, ""].join("\n");
}
