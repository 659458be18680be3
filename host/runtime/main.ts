import { chmod, mkdir } from "node:fs/promises";
import { version } from "../place.ts";
import { ownAddress, resolvedHost, simulatorAddress, simulatorHosts } from "./addresses.ts";
import { firstCall } from "./first-call.ts";
import { trustedIn } from "./front/client.ts";
import { openFront, type Front } from "./front/front.ts";
import { startHost, type Host } from "./host.ts";
import { checkStored } from "./check-stored.ts";
import { lockState, noteBase } from "./lock.ts";
import { memoryWords } from "./memory.ts";
import { readMigrations } from "./migrations.ts";
import { freePort } from "./ports.ts";
import { d1At } from "./d1-through.ts";
import { openPreparer } from "./preparer.ts";
import { createSecrets } from "./secrets.ts";
import { DEFAULT_STATE, takeSettings } from "./settings-file.ts";
import { StartError } from "./start-error.ts";
import { printLine, printReady } from "./terminal.ts";
import { keepTicking } from "./ticking.ts";
import { startProblem } from "./explain-start.ts";
import type { HostVariables } from "./variables.ts";

const CHECK_PARENT_MS = 1000;

/** The first alerts are in by then. */
const FIRST_DIGEST_MS = 20_000;

/** Locks the state folder, and makes sure that this version can read it. */
async function takeState(state: string): Promise<void> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  // The folder may have been readable by others. One that belongs to another user keeps its mode.
  await chmod(state, 0o700).catch(() => undefined);
  const { before } = await lockState(state, version());
  const migrations = (await readMigrations()).map(({ name }) => name);
  await checkStored(state, { here: version(), before: before?.version ?? null, migrations });
}

/** Takes the state folder and the ports. Port 0 becomes a free one. Throws StartError if one of them is in use. */
async function takePlace(variables: HostVariables): Promise<Front> {
  const { state, port, simPort, demo, trustedProxies } = variables;
  await takeState(state);
  const host = await resolvedHost(variables.host);
  variables.host = host;
  await freePort("PORT", port, host);
  const front = await openFront(host, port, { trusted: trustedIn(trustedProxies) });
  variables.port = front.port;
  if (demo && simPort !== 0) await freePort("SIM_PORT", simPort, host);
  return front;
}

/** Runs until it is stopped, then ends the process. Rejects if it did not start. */
async function run(): Promise<void> {
  const parent = process.ppid;
  // Files of this process and its children are only for this user.
  process.umask(0o077);
  const open = takeSettings(process.env["TALLYLIGHT_STATE"] || DEFAULT_STATE, process.env);
  if (open !== null) console.error(`! ${open}`);
  const preparer = openPreparer();
  const variables = await preparer.variables();
  const [front] = await Promise.all([takePlace(variables), preparer.prepare()]);
  // A free port is chosen as late as possible, because other programs choose too.
  if (variables.demo)
    for (const host of simulatorHosts(variables.host))
      variables.simPort = await freePort("SIM_PORT", variables.simPort, host);
  const bindings = await preparer.bindings(variables, await createSecrets(variables.state));
  let stopping = false;
  let host: Host | undefined;
  const stopTicking = new AbortController();
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    stopTicking.abort();
    await host?.stop();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  // npm's shell does not pass on SIGTERM, so this process ends when its parent is gone.
  setInterval(() => process.ppid !== parent && void stop(0), CHECK_PARENT_MS).unref();
  const { simPort, simSpeed } = variables;
  const withHistory = variables.demo && variables.seed && variables.tickSeconds > 0;
  host = await startHost(
    {
      front,
      replay: variables.tickSeconds === 0,
      simulator: variables.demo
        ? { hosts: simulatorHosts(variables.host), port: simPort, bindings: { SIM_SPEED: simSpeed } }
        : null,
      state: variables.state,
      withoutKeys: variables.withoutKeys,
      bindings,
      log: printLine,
    },
    async (requested) => {
      const configuration = await preparer.configuration(requested);
      if (!withHistory) preparer.close();
      return configuration;
    },
  );
  const base = ownAddress(variables.host, variables.port);
  const token = bindings["ADMIN_TOKEN"]!;
  // The demo's receivers are on this machine.
  const withChannels = !["false", "0", ""].includes(bindings["ALLOW_LOCAL_WEBHOOKS"] ?? "");
  await noteBase(variables.state, base, version());
  if (variables.demo && variables.seed) {
    const { setUpDemo } = await import("./demo/set-up.ts");
    const { batches } = host;
    const simulator = simulatorAddress(variables.host, simPort);
    const own = { base, simulator, token, db: d1At(batches), withChannels };
    const runDigests = await setUpDemo(
      own,
      withHistory ? (demo, account) => preparer.history(demo, account, Date.now(), batches) : null,
    );
    preparer.close();
    if (withHistory) setTimeout(() => void runDigests().catch(console.error), FIRST_DIGEST_MS).unref();
  }
  if (!variables.demo) {
    const problem = await firstCall(base, token);
    if (problem === null) console.log("The data service responds and accepts the credentials.");
    else console.error(`! ${problem}\n  Tallylight starts anyway and keeps trying.`);
  }
  const made = process.env["ADMIN_TOKEN"] === undefined;
  await printReady(variables, base, { adminToken: token, made, withChannels });
  if (variables.tickSeconds > 0) await keepTicking(host, variables.tickSeconds, stopTicking.signal);
}

/** `npm start`. Explains why it could not start. */
export function main(): void {
  const little = memoryWords();
  if (little !== null) console.error(`! ${little}`);
  run().catch((caught: unknown) => {
    const thrown = startProblem(caught, process.availableMemory());
    console.error(thrown instanceof StartError ? `Tallylight did not start:\n${thrown.message}` : thrown);
    process.exit(1);
  });
}
