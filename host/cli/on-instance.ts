import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { CliError, type Provided, UsageError } from "./arguments.ts";
import { post, runningInstance } from "./instance.ts";
import { signInLines } from "../runtime/terminal.ts";
import { scopes } from "../../src/features/people/resource/scopes.ts";

const TYPES: Record<string, string> = {
  ".json": "application/json",
  ".ndjson": "application/x-ndjson",
  ".jsonl": "application/x-ndjson",
};

interface Row {
  line: number | null;
  index: number;
  errors?: { pointer: string; message: string }[];
}

interface Imported {
  summary: { created: number; existing: number; failed: number };
  items: Row[];
}

/** Sends a file of targets to the running instance and prints the result of each row. */
export async function importFile({ state, values, positionals }: Provided): Promise<void> {
  const file = positionals[0]!;
  const content = await readFile(file).catch((thrown: Error) => {
    throw new CliError(`${file} cannot be read (${thrown.message}): check the path.`);
  });
  const instance = await runningInstance(state);
  const query = values["create-watchlists"] === true ? "?createWatchlists=true" : "";
  const type = TYPES[extname(file).toLowerCase()] ?? "text/csv";
  const { summary, items } = (await post(instance, `/v1/targets/import${query}`, type, content)) as Imported;
  console.log(`${summary.created} created, ${summary.existing} existing, ${summary.failed} failed`);
  for (const { line, index, errors } of items.filter((row) => row.errors !== undefined)) {
    const messages = errors!.map(({ pointer, message }) => `${pointer.replace(/^\//, "")} ${message}`.trim());
    console.error(`  ${line === null ? `row ${index + 1}` : `line ${line}`}: ${messages.join("; ")}`);
  }
  if (summary.failed > 0)
    throw new CliError("Fix these rows and import the file again. Existing targets are not changed.");
}

/** Prints a new sign-in link for the running instance. */
export async function open({ state }: Provided): Promise<void> {
  const { base, adminToken } = await runningInstance(state);
  console.log((await signInLines(base, adminToken)).join("\n"));
}

/** Creates a token and prints its secret, and nothing else on stdout. */
export async function token({ state, values, positionals }: Provided): Promise<void> {
  const wanted = scopesIn((values["scopes"] as string[] | undefined) ?? ["read"]);
  const instance = await runningInstance(state);
  const body = JSON.stringify({ name: positionals[0], scopes: wanted });
  const { token } = (await post(instance, "/v1/tokens", "application/json", body)) as { token: string };
  console.error(`Token ${JSON.stringify(positionals[0])} with ${wanted.join(", ")}. It is not shown again:`);
  console.log(token);
}

/** Parses scopes such as "read,write". Throws UsageError. */
function scopesIn(provided: string[]): string[] {
  const names = provided.flatMap((text) => text.split(/[,\s]+/)).filter((name) => name !== "");
  const unknown = names.filter((name) => !(scopes as readonly string[]).includes(name));
  if (names.length === 0 || unknown.length > 0)
    throw new UsageError(`--scopes takes ${scopes.join(", ")}, separated by commas.`);
  return [...new Set(names)];
}
