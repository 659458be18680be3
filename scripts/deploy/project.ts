import { readdir, readFile } from "node:fs/promises";
import { DeployError } from "./wrangler.ts";

/** What wrangler.toml asks for. */
export interface Project {
  name: string;
  binding: string;
  databaseName: string;
  /** Null while nobody has written a real one. */
  databaseId: string | null;
  queues: string[];
  variables: Record<string, string>;
  /** Names of the files in migrations/, in order. */
  migrations: string[];
  text: string;
}

/** The id of wrangler.toml as it is shipped; the local runtime takes it as it takes any. */
export const NO_DATABASE = "00000000-0000-0000-0000-000000000000";

/** Reads wrangler.toml and the names of the migrations. Throws DeployError where it asks for something else. */
export async function readProject(path = "wrangler.toml"): Promise<Project> {
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
  return {
    name: config.name,
    binding: database.binding,
    databaseName: database.database_name,
    databaseId: database.database_id === NO_DATABASE ? null : (database.database_id ?? null),
    queues: [...new Set(queues)],
    variables: Object.fromEntries(Object.entries(config.vars).map(([name, value]) => [name, String(value)])),
    migrations: (await readdir("migrations")).filter((name) => name.endsWith(".sql")).sort(),
    text: await readFile(path, "utf8"),
  };
}

/** The id of the database that the local runtime uses, found without loading wrangler. Pure. */
export const localDatabaseId = (text: string): string =>
  /^\s*database_id\s*=\s*"([^"]+)"/m.exec(text)?.[1] ?? NO_DATABASE;

/** The text of the configuration that is deployed: wrangler.toml with the real database and exactly these variables. Pure. */
export function deployedConfig(text: string, databaseId: string, variables: Record<string, string>): string {
  const lines: string[] = [];
  let inVariables = false;
  for (const line of text.split("\n")) {
    if (/^\s*\[/.test(line)) inVariables = /^\s*\[vars\]/.test(line);
    if (!inVariables) lines.push(line.replace(/^(\s*database_id\s*=\s*).*$/, `$1${JSON.stringify(databaseId)}`));
  }
  const entries = Object.entries(variables).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const head = "# Written by `npm run deploy` from wrangler.toml; changes here are lost.";
  return [head, ...lines, "[vars]", ...entries, ""].join("\n");
}
