import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { CliError, type Provided } from "./arguments.ts";
import { post, runningInstance } from "./instance.ts";

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
export async function run({ state, values, positionals }: Provided): Promise<void> {
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
