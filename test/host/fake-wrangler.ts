// Stands in for wrangler: keeps an account in a JSON file and records each call. What it cannot do fails loudly. Runs as
// a process, as wrangler does, or as a function.
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** The account of the fake wrangler. */
export interface Account {
  loggedIn?: boolean;
  files: string[];
  address: string;
  databases: { name: string; uuid: string }[];
  queues: string[];
  migrations: Record<string, string[]>;
  failures: Record<string, number>;
  worker: {
    variables: Record<string, string>;
    secrets: Record<string, string>;
    tag: string;
    deployments: number;
  } | null;
  /** Of the database: the oldest migration that code must know; missing where it has no such column. */
  floor?: number;
  /** What Time Travel answers; missing where it fails. */
  bookmark?: string | undefined;
  code?: string;
  gzip?: string;
}

class Failure extends Error {}

const fail = (message: string): never => {
  throw new Failure(`\u001b[31m✘ [ERROR]\u001b[0m ${message}\n`);
};

interface Answered {
  code: number;
  stdout: string;
  stderr: string;
  reports: Record<string, unknown>[];
}

/** Runs a command of wrangler on the account in this folder. */
export function fakeWrangler(folder: string, args: string[], env: object): Answered {
  const file = `${folder}/account.json`;
  const account = JSON.parse(readFileSync(file, "utf8")) as Account;
  const answered: Answered = { code: 0, stdout: "", stderr: "", reports: [] };
  appendFileSync(`${folder}/calls.log`, `${JSON.stringify({ args, env })}\n`);
  try {
    obey(account, args, answered);
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    answered.code = 1;
    answered.stderr = thrown.message;
  }
  writeFileSync(file, JSON.stringify(account));
  return answered;
}

function obey(account: Account, args: string[], answered: Answered): void {
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1]! : undefined);
  const print = (text: string) => (answered.stdout += `${text}\n`);
  const command = args.slice(0, 2).join(" ");
  if (command === "deploy --dry-run") {
    writeFileSync(`${option("--outdir")}/worker.js`, account.code ?? "code");
    print(`Total Upload: 2000.00 KiB / gzip: ${account.gzip ?? "400.00"} KiB`);
    return;
  }
  if (!account.loggedIn)
    fail(
      "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.",
    );
  const left = account.failures[command] ?? 0;
  if (left > 0) {
    account.failures[command] = left - 1;
    fail(`A request to the Cloudflare API failed.\n  The service is unwell. [code: 7500]`);
  }
  if (args[0] === "deploy") answered.reports.push(deployed(account, option));
  else print((COMMANDS[command] ?? (() => fail(`the fake knows no ${command}`)))(account, args, option));
}

type Option = (name: string) => string | undefined;

/** What each command prints. */
const COMMANDS: Record<string, (account: Account, args: string[], option: Option) => string> = {
  "d1 list": ({ databases }) => JSON.stringify(databases),
  "d1 create": ({ databases }, args) => {
    databases.push({ name: args[2]!, uuid: `id-of-${args[2]}` });
    return "";
  },
  "queues info": ({ queues }, args) =>
    queues.includes(args[2]!) ? "" : fail(`Queue "${args[2]}" does not exist. To create it, run: …`),
  "queues create": ({ queues }, args) => {
    queues.push(args[2]!);
    return "";
  },
  "d1 migrations": ({ databases, migrations, files }, args, option) => {
    const id = /database_id = "(.+)"/.exec(readFileSync(option("-c")!, "utf8"))![1]!;
    if (!databases.some(({ uuid }) => uuid === id)) fail(`Couldn't find a D1 DB with the id ${id}`);
    const done = (migrations[id] ??= []);
    const pending = files.filter((name) => !done.includes(name));
    if (args[2] === "apply") done.push(...pending);
    return pending.length === 0 ? "✅ No migrations to apply!" : `│ ${pending.join(" │\n│ ")} │`;
  },
  "d1 execute": ({ floor }) =>
    floor === undefined
      ? fail("no such column: schema_floor at offset 11: SQLITE_ERROR")
      : JSON.stringify([{ results: [{ floor }], success: true, meta: {} }]),
  "d1 time-travel": ({ bookmark }) =>
    bookmark === undefined ? fail("A request to the Cloudflare API failed.") : JSON.stringify({ bookmark }),
  "secret list": ({ worker }) =>
    worker === null
      ? fail("This Worker does not exist on your account. [code: 10007]")
      : JSON.stringify(Object.keys(worker.secrets).map((name) => ({ name, type: "secret_text" }))),
  "deployments status": () => JSON.stringify({ versions: [{ version_id: "v1", percentage: 100 }] }),
  "versions view": ({ worker }) =>
    JSON.stringify({
      annotations: { "workers/tag": worker!.tag },
      resources: {
        bindings: Object.entries(worker!.variables).map(([name, text]) => ({ type: "plain_text", name, text })),
      },
    }),
};

/** Deploys a Worker. Returns wrangler's report of it. */
function deployed(account: Account, option: Option): Record<string, unknown> {
  const text = readFileSync(option("-c")!, "utf8");
  const provided = Object.fromEntries(
    [...text.slice(text.indexOf("[vars]")).matchAll(/^(\w+) = (".*")$/gm)].map(([, name, value]) => [
      name,
      JSON.parse(value!) as string,
    ]),
  );
  const path = option("--secrets-file");
  if (path !== undefined && (statSync(path).mode & 0o777) !== 0o600) fail("the secrets file can be read by others");
  const secrets = path === undefined ? {} : (JSON.parse(readFileSync(path, "utf8")) as Record<string, string>);
  const before = account.worker ?? { variables: {}, secrets: {}, deployments: 0 };
  account.worker = {
    variables: { ...before.variables, ...provided },
    secrets: { ...before.secrets, ...secrets },
    tag: option("--tag")!,
    deployments: before.deployments + 1,
  };
  return { type: "deploy", version: 1, targets: [account.address, "schedule: * * * * *"] };
}

/** As a process it answers as wrangler does, with its reports in a file. */
const [, script = ""] = process.argv;
if (existsSync(script) && pathToFileURL(script).href === import.meta.url) {
  const { env } = process;
  const { code, stdout, stderr, reports } = fakeWrangler(env["FAKE_ACCOUNT"]!, process.argv.slice(2), env);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  for (const one of reports) appendFileSync(env["WRANGLER_OUTPUT_FILE_PATH"]!, `${JSON.stringify(one)}\n`);
  process.exitCode = code;
}
