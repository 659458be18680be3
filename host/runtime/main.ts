import { chmod } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { failureWords, StartError } from "../failure.ts";
import { version } from "../place.ts";
import { isLoopback } from "../../src/core/public-url.ts";
import { inAddress, ownAddress, resolvedHost, simulatorAddress, simulatorHosts } from "./addresses.ts";
import { trustedIn } from "./front/client.ts";
import { type Front, openFront } from "./front/front.ts";
import { makeFolder } from "./folder.ts";
import { type Host, startHost } from "./host.ts";
import { checkStored } from "./check-stored.ts";
import { lockState, noteBase } from "./lock.ts";
import { memoryWords, NEEDED_MB } from "./memory.ts";
import { readMigrations } from "./migrations.ts";
import { ownCall } from "./own-call.ts";
import { machineHere, platformProblem } from "./platform.ts";
import { freePort } from "./ports.ts";
import { d1At } from "./d1-through.ts";
import { openPreparer } from "./preparer.ts";
import { RuntimeFailure } from "./runtime.ts";
import { chatKeys, createSecrets } from "./secrets.ts";
import { DEFAULT_STATE, takeSettings } from "./settings-file.ts";
import { printLine, printReady } from "./terminal.ts";
import type { HostVariables } from "./variables.ts";

/** The parts of a start, in order. */
const STEPS = {
  code: "Preparing the code",
  database: "Preparing the database",
  runtime: "Starting the runtime",
  demo: "Setting up the demo",
  service: "Calling the data service",
};

/** Prints which part of the start begins. The last one depends on what is polled. */
function printStep(step: keyof typeof STEPS): void {
  const number = Math.min(4, Object.keys(STEPS).indexOf(step) + 1);
  console.log(`${STEPS[step]} (${number} of 4)…`);
}

const CHECK_PARENT_MS = 1000;

/** The first alerts are in by then. */
const FIRST_DIGEST_MS = 20_000;

/** Locks the state folder, and makes sure that this version can read it. */
async function takeState(state: string): Promise<void> {
  makeFolder(state);
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

/** Ticks immediately and on each multiple of `seconds`, like a cron trigger, until the signal aborts. */
export async function keepTicking(host: Host, seconds: number, signal: AbortSignal): Promise<void> {
  const step = Math.max(1, Math.round(seconds * 1000));
  for (let at = Date.now(); !signal.aborted;) {
    const ran = await host.tick(at).catch(() => false);
    if (!ran && !signal.aborted) console.error(`tick ${new Date(at).toISOString()} failed. The next one catches up.`);
    at = (Math.floor(Date.now() / step) + 1) * step;
    await sleep(at - Date.now(), undefined, { signal }).catch(() => undefined);
  }
}

const MAX_MS = 15_000;

/** An invented id for an instance without live targets. Any answer shows that the service accepts the account. */
const SOMEBODY = { userId: "1" };

interface Probed {
  status: number | null;
  fault: { kind: string; status: number | null; detail: string } | null;
}

/**
 * Makes one call of the polled service, within the budget. Returns what a person should know; null if all is well.
 * Never rejects, and takes at most fifteen seconds.
 */
export async function firstCall(base: string, token: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const signal = AbortSignal.timeout(MAX_MS);
  try {
    const targets = await ownCall(`${base}/v1/targets?kind=live&limit=1`, { headers, signal });
    const { items } = JSON.parse(targets.text) as { items: { params: Record<string, string> }[] };
    const body = JSON.stringify({ operation: "live.check", params: items[0]?.params ?? SOMEBODY });
    const { status, text } = await ownCall(`${base}/v1/upstream/probe`, { method: "POST", headers, body, signal });
    if (status === 429) return null;
    if (status !== 200) return `The data service was not tested: the probe answered ${status}.`;
    return wordsFor(JSON.parse(text) as Probed);
  } catch {
    return signal.aborted ? wordsFor({ status: null, fault: null }) : "The data service could not be tested.";
  }
}

/** Explains an answer and what to do; null if all is well. Pure. */
export function wordsFor({ status, fault }: Probed): string | null {
  const answered = fault?.status ?? status;
  if (answered === 401 || answered === 403)
    return `The data service rejects the credentials (${answered}): correct the account in the environment (UPSTREAM_USERNAME and UPSTREAM_PASSWORD, UPSTREAM_HEADERS or UPSTREAM_QUERY).`;
  if (answered === 428) return "The data service's key has expired (428): renew it there.";
  if (answered === 429) return "The data service asks us to slow down (429): polling resumes when it allows.";
  if (answered === 404 || answered === 405)
    return `The data service doesn't know the path (${answered}): set UPSTREAM_BASE_URL, or UPSTREAM_OPERATIONS for "live.check".`;
  if (answered === null) return "The data service doesn't answer: check UPSTREAM_BASE_URL and the network.";
  if (answered >= 500) return `The data service has an error (${answered}): it is polled again.`;
  if (fault?.kind === "malformed")
    return `The data service answers, but not as expected (${fault.detail}): set UPSTREAM_BASE_URL, or UPSTREAM_OPERATIONS for "live.check".`;
  return null;
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
  printStep("code");
  const [front] = await Promise.all([takePlace(variables), preparer.prepare()]);
  // A free port is chosen as late as possible, because other programs choose too.
  if (variables.demo)
    for (const host of simulatorHosts(variables.host))
      variables.simPort = await freePort("SIM_PORT", variables.simPort, host);
  const secrets = await createSecrets(variables.state);
  const bindings = await preparer.bindings(variables, secrets);
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
  const base = ownAddress(variables.host, variables.port);
  const simulated = { SIM_SPEED: simSpeed, SIM_APP: base, ...chatKeys(secrets.ADMIN_TOKEN).simulator };
  const withHistory = variables.demo && variables.seed && variables.tickSeconds > 0;
  host = await startHost(
    {
      front,
      replay: variables.tickSeconds === 0,
      simulator: variables.demo ? { hosts: simulatorHosts(variables.host), port: simPort, bindings: simulated } : null,
      state: variables.state,
      withoutKeys: variables.withoutKeys,
      bindings,
      log: printLine,
      begins: printStep,
    },
    async (requested) => {
      const configuration = await preparer.configuration(requested);
      if (!withHistory) preparer.close();
      return configuration;
    },
  );
  const token = bindings["ADMIN_TOKEN"]!;
  // The demo's receivers are on this machine.
  const withChannels = !["false", "0", ""].includes(bindings["ALLOW_LOCAL_WEBHOOKS"] ?? "");
  await noteBase(variables.state, base, version());
  printStep(variables.demo ? "demo" : "service");
  if (variables.demo && variables.seed) {
    const { setUpDemo } = await import("./demo/set-up.ts");
    const { batches } = host;
    const simulator = simulatorAddress(variables.host, simPort);
    const isLocal = isLoopback(inAddress(variables.host));
    const own = { base, simulator, token, db: d1At(batches), withChannels, isLocal };
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

const MEGABYTE = 1024 * 1024;

/** Messages of processes and libraries that ran out of memory. */
const OUT_OF_MEMORY = /out of memory|cannot allocate|allocation failed|ENOMEM|Committing semi space|std::bad_alloc/i;
const TAKEN = /Address already in use/i;
const KILLED = ["SIGKILL", "SIGABRT", "SIGTRAP", "SIGILL"];

/** Explains why it could not start, if the machine is the cause. Otherwise returns what was thrown. */
export function startProblem(thrown: unknown, freeBytes: number): unknown {
  if (thrown instanceof StartError) return thrown;
  const { code, signal, stderr = "", message = "" } = Object(thrown) as Record<string, string | undefined>;
  const free = Math.round(freeBytes / MEGABYTE);
  if (OUT_OF_MEMORY.test(`${message} ${stderr}`) || KILLED.includes(signal ?? ""))
    return new StartError(`There is not enough memory: ${needed(free)}`);
  if (thrown instanceof RuntimeFailure && TAKEN.test(message))
    return new StartError("Another program took a port during the start. Start again.");
  const unfit = thrown instanceof RuntimeFailure ? platformProblem(machineHere()) : null;
  if (unfit !== null) return new StartError(`The runtime (workerd) can't run here: ${unfit.is}. ${unfit.fix}`);
  if (thrown instanceof RuntimeFailure)
    return new StartError(`The runtime (workerd) did not start. The usual cause is too little memory: ${needed(free)}`);
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code ?? ""))
    return new StartError(
      `The state folder cannot be written (${message}). Choose another one with TALLYLIGHT_STATE=…`,
    );
  if (code === "ENOSPC") return new StartError("The disk is full.");
  return thrown;
}

const needed = (freeMegabytes: number): string =>
  `starting needs about ${NEEDED_MB} MB, and ${freeMegabytes} MB are free. Close other programs, or give this process, ` +
  "container or machine more memory. Turn off any limit of the address space (`ulimit -v`).";

/** `npm start`. Explains why it could not start. */
export function main(): void {
  const little = memoryWords();
  if (little !== null) console.error(`! ${little}`);
  run().catch((caught: unknown) => {
    const thrown = startProblem(caught, process.availableMemory());
    console.error(
      thrown instanceof StartError ? `Tallylight did not start:\n${thrown.message}` : failureWords(thrown, process.env),
    );
    process.exit(1);
  });
}
