import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { inRoot, PACKED } from "../place.ts";
import { SECRETS } from "./settings.ts";

/** An error with a message for the terminal, shown without a stack. */
class DeployError extends Error {}

export { DeployError };

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
  /** wrangler's machine-readable reports, such as the deployed address. */
  reports: Record<string, unknown>[];
}

/** Runs wrangler and returns its output, whether it succeeded or not. */
export type Wrangler = (...args: string[]) => Promise<Ran>;

/** The wrangler of this checkout, or the one set in the environment. Secrets are not passed in its environment. */
export function wranglerAt(env: NodeJS.ProcessEnv): Wrangler {
  const command = commandOf(env["TALLYLIGHT_WRANGLER"]);
  return async (...args) => {
    const folder = await mkdtemp(join(tmpdir(), "tallylight-wrangler-"));
    const report = join(folder, "report.ndjson");
    try {
      const ended = await run([...command, ...args], environment(env, report));
      const lines = (await readFile(report, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
      return { ...ended, reports: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/**
 * Versions that the build recorded: wrangler, the oldest Node.js that it supports, and one to fetch if the running one
 * is older.
 */
interface Needs {
  wrangler: string;
  oldestNode: string;
  node: string;
}

/**
 * The command with which the packed tool runs wrangler. npm fetches wrangler on first use, because only deployments
 * need it, and a newer Node.js if the running one is too old. Throws DeployError if there is no npm.
 */
function fetchedWrangler(): string[] {
  const { wrangler, oldestNode, node } = JSON.parse(readFileSync(inRoot("needs.json"), "utf8")) as Needs;
  const npm = npmScript();
  if (npm === undefined)
    throw new DeployError(
      "npm was not found, and it fetches wrangler: install npm, or set TALLYLIGHT_WRANGLER to the script of a wrangler.",
    );
  const platform = process.platform === "win32" ? "win" : process.platform;
  const newer = isOlder(process.versions.node, oldestNode)
    ? [`--package=node-${platform}-${process.arch}@${node}`]
    : [];
  return [npm, "exec", "--yes", `--package=wrangler@${wrangler}`, ...newer, "--", "wrangler"];
}

/** Compares versions such as "22.1.0" and "22.12.0" numerically. Pure. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const at = b.findIndex((number, index) => (a[index] ?? 0) !== number);
  return at !== -1 && (a[at] ?? 0) < b[at]!;
}

/** The npm script that runs this process, that belongs to this Node.js, or whose command is on PATH. */
export function npmScript(env: NodeJS.ProcessEnv = process.env, node = process.execPath): string | undefined {
  const onPath = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const script = "npm/bin/npm-cli.js";
  const beside = ["node_modules", "../lib/node_modules", "../share/nodejs"].map((place) =>
    join(dirname(node), place, script),
  );
  // On Windows the command is beside the package; elsewhere it is a link to the script.
  const linked = onPath.flatMap((folder) => [join(folder, "node_modules", script), realPathOf(join(folder, "npm"))]);
  return [env["npm_execpath"] ?? "", ...beside, ...linked].find(
    (path) => path.endsWith("npm-cli.js") && existsSync(path),
  );
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return "";
  }
}

function commandOf(script: string | undefined): string[] {
  if (script !== undefined) return [script];
  return PACKED ? fetchedWrangler() : [join(import.meta.dirname, "../../node_modules/wrangler/bin/wrangler.js")];
}

const environment = (env: NodeJS.ProcessEnv, report: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !(SECRETS as readonly string[]).includes(name))),
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_OUTPUT_FILE_PATH: report,
  NO_COLOR: "1",
});

const run = (command: string[], env: NodeJS.ProcessEnv): Promise<Omit<Ran, "reports">> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "pipe"] });
    const reported = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].setEncoding("utf8").on("data", (text: string) => (reported[stream] += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...reported, code: code ?? 1 }));
  });

/** wrangler's output if it succeeded. Throws DeployError with a one-sentence explanation otherwise. */
export async function succeed(wrangler: Wrangler, ...args: string[]): Promise<Ran> {
  const ran = await wrangler(...args);
  if (ran.code !== 0) throw new DeployError(sentence(ran, args));
  return ran;
}

/** The JSON that a command printed, without banners before it. */
export function jsonOf(ran: Ran, args: string): unknown {
  const start = ran.stdout.search(/^[[{]/m);
  try {
    return JSON.parse(ran.stdout.slice(Math.max(0, start)));
  } catch {
    throw new DeployError(`wrangler ${args} did not return JSON.`);
  }
}

const KNOWN: [RegExp, string][] = [
  [
    /CLOUDFLARE_API_TOKEN environment variable|not logged in|not authenticated|Did not login/i,
    "Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.",
  ],
  [
    /More than one account/,
    "The login has more than one account: set CLOUDFLARE_ACCOUNT_ID to one listed by `npx wrangler whoami`.",
  ],
  [/fetch failed|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/, "Can't reach Cloudflare: check the network."],
  [
    /register a workers\.dev subdomain/i,
    "The account has no workers.dev subdomain yet: choose one in the dashboard under Workers & Pages.",
  ],
];

const REFUSED = /Authentication error|Unauthorized|\[code: (10000|9109|10001)\]/i;

/** The permissions that a command of wrangler needs, as Cloudflare names them. */
const PERMISSIONS: Record<string, string> = { d1: "D1: Edit", queues: "Queues: Edit" };

const refusedText = (command: string): string =>
  `Cloudflare rejects the login: it is no longer valid, or its token lacks the permission "Account, ` +
  `${PERMISSIONS[command] ?? "Workers Scripts: Edit"}". If Cloudflare builds, add it to ` +
  "the build token in the dashboard under My Profile, API Tokens.";

/** Explains a failed command of wrangler in one sentence. Pure. */
export function sentence({ stdout, stderr, code }: Omit<Ran, "reports">, args: string[]): string {
  const text = stripVTControlCharacters(`${stderr}\n${stdout}`);
  const known = KNOWN.find(([pattern]) => pattern.test(text));
  if (known !== undefined) return known[1];
  if (REFUSED.test(text)) return refusedText(args[0] ?? "");
  const flags = args.findIndex((arg) => arg.startsWith("-"));
  const command = args.slice(0, flags < 0 ? undefined : flags).join(" ");
  const reason = /\[ERROR\]\s*(.+(?:\n +\S.*)*)/.exec(text)?.[1] ?? text.trim().split("\n").at(-1)!;
  return `wrangler ${command} failed: ${reason.replace(/\s+/g, " ").trim() || `it exited with ${code}`}`;
}
