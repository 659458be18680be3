import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, resolve, sep } from "node:path";
import { CliError, UsageError, type Provided } from "./arguments.ts";
import { serviceFor, type Service } from "./service-files.ts";

/** Variables of `tallylight start` that are not secret. All others belong into tallylight.env in the state folder. */
const CARRIED = ["PORT", "SIM_PORT", "HOST", "TICK_SECONDS", "SIM_SPEED", "SEED", "XDG_STATE_HOME"];

/** Installs, prints or removes the service of this user. */
export async function run({ state, values, positionals: [what] }: Provided): Promise<void> {
  if (what !== "install" && what !== "uninstall")
    throw new UsageError("Usage: tallylight service install|uninstall [--print]");
  const service = serviceHere(state);
  if (values["print"] === true) return printed(service, what);
  if (what === "uninstall") return uninstall(service);
  await install(service);
}

function serviceHere(state: string): Service {
  const script = process.argv[1]!;
  const carried = CARRIED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  const service = serviceFor({
    platform: process.platform,
    home: homedir(),
    uid: process.getuid?.() ?? 0,
    node: process.execPath,
    script: resolve(script),
    variables: { TALLYLIGHT_STATE: resolve(state), ...(Object.fromEntries(carried) as Record<string, string>) },
  });
  if (service === null)
    throw new CliError(
      `There is no service for ${process.platform}: let your own service manager run \`tallylight start\`.`,
    );
  return service;
}

function printed({ path, text, ...commands }: Service, what: "install" | "uninstall"): void {
  console.log(what === "install" ? text : `Removes ${path}`);
  for (const command of commands[what]) console.error(`Runs: ${command.join(" ")}`);
  if (what === "install") console.error(`Writes: ${path}`);
}

async function install({ path, text, install: commands }: Service): Promise<void> {
  if (process.argv[1]!.split(sep).includes("_npx"))
    throw new CliError(
      "npx may remove its copy of Tallylight at any time: install it first (npm install --global FILE.tgz), then run `tallylight service install`.",
    );
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const before = await readFile(path).catch(() => null);
  const encoding = path.endsWith(".xml") ? "utf16le" : "utf8";
  await writeFile(path, encoding === "utf16le" ? `\uFEFF${text}` : text, { encoding, mode: 0o600 });
  try {
    for (const command of commands) mustRun(command);
  } catch (thrown) {
    // What is not installed must not start at the next login.
    if (before === null) await rm(path, { force: true });
    else await writeFile(path, before, { mode: 0o600 });
    throw thrown;
  }
  console.log(`✓ installed: ${path}`);
  if (process.platform === "linux")
    console.log("  To keep it running while you are logged out: loginctl enable-linger");
}

async function uninstall({ path, uninstall: commands }: Service): Promise<void> {
  // Stopping a service that does not run fails, which is fine.
  for (const [command, ...args] of commands) spawnSync(command!, args, { stdio: "ignore", windowsHide: true });
  await rm(path, { force: true });
  console.log(`✓ removed: ${path}. The state is still there.`);
}

function mustRun([command, ...args]: string[]): void {
  const { status, stderr, error } = spawnSync(command!, args, { encoding: "utf8", windowsHide: true });
  if (status === 0) return;
  const reported = (error?.message ?? stderr.trim()) || `it ended with ${status}`;
  throw new CliError(
    `\`${[command, ...args].join(" ")}\` failed: ${reported}. Print the service with \`tallylight service install --print\` and install it by hand.`,
  );
}
