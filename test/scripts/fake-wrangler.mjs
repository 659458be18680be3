// Stands in for wrangler: keeps an account in a JSON file and records each call. What it cannot do fails loudly.
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";

const folder = process.env.FAKE_ACCOUNT;
const args = process.argv.slice(2);
const file = `${folder}/account.json`;
const fresh = { databases: [], queues: [], worker: null, migrations: {}, failures: {} };
const account = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : fresh;
const save = () => writeFileSync(file, JSON.stringify(account));
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const report = (one) => appendFileSync(process.env.WRANGLER_OUTPUT_FILE_PATH, `${JSON.stringify(one)}\n`);
const fail = (message) => {
  process.stderr.write(`\u001b[31m✘ [ERROR]\u001b[0m ${message}\n`);
  process.exit(1);
};
const command = args.slice(0, 2).join(" ");
appendFileSync(`${folder}/calls.log`, `${JSON.stringify({ args, env: process.env })}\n`);

if (command === "deploy --dry-run") {
  writeFileSync(`${option("--outdir")}/worker.js`, account.code ?? "code");
  console.log(`Total Upload: 2000.00 KiB / gzip: ${account.gzip ?? "400.00"} KiB`);
  process.exit(0);
}
if (!account.loggedIn)
  fail(
    "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.",
  );
const left = account.failures[command] ?? 0;
if (left > 0) {
  account.failures[command] = left - 1;
  save();
  fail(`A request to the Cloudflare API failed.\n  The service is unwell. [code: 7500]`);
}

if (command === "d1 list") console.log(JSON.stringify(account.databases));
else if (command === "d1 create") account.databases.push({ name: args[2], uuid: `id-of-${args[2]}` });
else if (command === "queues info") {
  if (!account.queues.includes(args[2])) fail(`Queue "${args[2]}" does not exist. To create it, run: …`);
} else if (command === "queues create") account.queues.push(args[2]);
else if (command === "d1 migrations") {
  const id = /database_id = "(.+)"/.exec(readFileSync(option("-c"), "utf8"))[1];
  if (!account.databases.some(({ uuid }) => uuid === id)) fail(`Couldn't find a D1 DB with the id ${id}`);
  const done = (account.migrations[id] ??= []);
  const pending = account.files.filter((name) => !done.includes(name));
  console.log(pending.length === 0 ? "✅ No migrations to apply!" : `│ ${pending.join(" │\n│ ")} │`);
  if (args[2] === "apply") done.push(...pending);
} else if (command === "d1 execute") {
  if (account.floor === undefined) fail("no such column: schema_floor at offset 11: SQLITE_ERROR");
  console.log(JSON.stringify([{ results: [{ floor: account.floor }], success: true, meta: {} }]));
} else if (command === "d1 time-travel") {
  if (account.bookmark === undefined) fail("A request to the Cloudflare API failed.");
  console.log(JSON.stringify({ bookmark: account.bookmark }));
} else if (command === "secret list") {
  if (account.worker === null) fail("This Worker does not exist on your account. [code: 10007]");
  console.log(JSON.stringify(Object.keys(account.worker.secrets).map((name) => ({ name, type: "secret_text" }))));
} else if (command === "deployments status")
  console.log(JSON.stringify({ versions: [{ version_id: "v1", percentage: 100 }] }));
else if (command === "versions view") {
  const bindings = Object.entries(account.worker.variables).map(([name, text]) => ({ type: "plain_text", name, text }));
  console.log(JSON.stringify({ annotations: { "workers/tag": account.worker.tag }, resources: { bindings } }));
} else if (args[0] === "deploy") {
  const text = readFileSync(option("-c"), "utf8");
  const given = Object.fromEntries(
    [...text.slice(text.indexOf("[vars]")).matchAll(/^(\w+) = (".*")$/gm)].map(([, name, value]) => [
      name,
      JSON.parse(value),
    ]),
  );
  const path = option("--secrets-file");
  if (path !== undefined && (statSync(path).mode & 0o777) !== 0o600) fail("the secrets file can be read by others");
  const secrets = path === undefined ? {} : JSON.parse(readFileSync(path, "utf8"));
  const before = account.worker ?? { variables: {}, secrets: {}, deployments: 0 };
  account.worker = {
    variables: { ...before.variables, ...given },
    secrets: { ...before.secrets, ...secrets },
    tag: option("--tag"),
    deployments: before.deployments + 1,
  };
  report({ type: "deploy", version: 1, targets: [account.address, "schedule: * * * * *"] });
} else fail(`the fake knows no ${command}`);
save();
