import {
  existsSync,
  readFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { experimental_getWranglerCommands } from "wrangler";
import { readArguments } from "../host/cli/arguments.ts";
import { runSqliteApi, type RunningApi } from "./api/running-api.ts";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A block of shell commands in a page. */
interface Block {
  page: string;
  line: number;
  text: string;
}

/** A command as bash would have run it: its name, then its arguments. */
type Command = string[];

/** The pages whose commands people copy. */
const pages = (): string[] => [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path))
    .toSorted(),
];

/** Every fenced block of shell commands. */
const blocks = (): Block[] =>
  pages().flatMap((page) => {
    const text = readFileSync(page, "utf8");
    return [...text.matchAll(/^```(?:sh|bash|shell|console)\n([^]*?)^```/gm)].map((found) => {
      return { page, line: text.slice(0, found.index).split("\n").length + 1, text: found[1]! };
    });
  });

/** Records its name and arguments, and that its input was a file. */
const STAND_IN = `#!/bin/sh
{ printf '%s\\0' "\${0##*/}" "$@"; printf '\\n\\0'; } >> "$RECORD"
`;

/**
 * Runs a block in a real bash, in which the commands of these names only record how they were called. Any other command
 * is not found, which throws. `before` is run first.
 */
function called({ page, line, text }: Block, names: readonly string[], before: string): Command[] {
  const folder = mkdtempSync(join(tmpdir(), "tallylight-docs-"));
  try {
    mkdirSync(join(folder, "bin"));
    for (const name of names) {
      writeFileSync(join(folder, "bin", name), STAND_IN);
      chmodSync(join(folder, "bin", name), 0o755);
    }
    const record = join(folder, "record");
    writeFileSync(record, "");
    const env = {
      PATH: join(folder, "bin"),
      RECORD: record,
      HOME: folder,
      TOKEN: "TOKEN",
      URL: "http://127.0.0.1:8787",
    };
    // Changing the folder is no program of its own.
    const script = `cd() { "$(type -P cd)" "$@"; }\n${before}\n${text}`;
    const { status, stderr } = spawnSync("/bin/bash", ["--norc", "-euo", "pipefail", "-c", script], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${page}:${line} ended with ${status}: ${stderr}`);
    return readFileSync(record, "utf8")
      .split("\n\0")
      .filter((one) => one !== "")
      .map((one) => one.slice(0, -1).split("\0"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Commands that nothing here can run or parse, each with the reason. */
const EXCEPTIONS: Record<string, string> = {
  cd: "goes to the checkout of an installation that is not this machine",
  cp: "copies into /etc, which belongs to the machine",
  install: "creates a file in /etc, which belongs to the machine",
  systemctl: "changes the services of the machine",
  "systemd-analyze": "reads a unit in /etc, where the lines before would have put it",
  journalctl: "follows the journal of the machine until it is stopped",
  git: "fetches from a remote repository",
  openssl: "writes random bytes: other commands only need what it prints",
  docker: "needs a daemon: the workflow Image runs it",
};

const { scripts, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
  version: string;
};

/** The function that the other pages use. */
const API = /^api\(\) \{.*\}$/m.exec(readFileSync("docs/reference/api.md", "utf8"))![0];

/** Throws what the tool's own parser says. */
const parsed = (args: string[]): unknown => readArguments(args);

/** npm's own words are few: those that the pages use. */
function npm([word, ...args]: string[]): void {
  if (word === "ci" || word === "pack") return expect(args).toEqual([]);
  if (word === "install") return expect(args).toEqual(["--global", `./tallylight-${version}.tgz`]);
  const name = word === "run" ? args.shift()! : word!;
  expect([name, scripts[name] !== undefined]).toEqual([name, true]);
  if (args.length > 0) expect(args.shift()).toBe("--");
  if (["start", "deploy", "backup", "restore"].includes(name)) parsed([name, ...args]);
  else if (name === "test") for (const path of args) expect([path, existsSync(path)]).toEqual([path, true]);
  else expect([name, args]).toEqual([name, []]);
}

/** Options by their names and aliases, as wrangler declares them. */
const optionsOf = (args: object = {}): string[] =>
  Object.entries(args as Record<string, { alias?: string | readonly string[] }>)
    .flatMap(([name, { alias = [] }]) => [name, ...[alias].flat()])
    .map((name) => (name.length === 1 ? `-${name}` : `--${name}`));

/** What wrangler itself declares of a command. */
function wrangler(args: string[]): void {
  const { registry, globalFlags } = experimental_getWranglerCommands();
  const dash = args.findIndex((arg) => arg.startsWith("-"));
  const words = args.slice(0, dash).filter((word) => word !== "tallylight");
  let node: typeof registry | undefined = registry;
  for (const word of words) node = node?.subtree.get(word);
  const definition = node?.definition;
  expect([words, definition?.type]).toEqual([words, "command"]);
  const options = [...optionsOf(definition?.type === "command" ? definition.args : {}), ...optionsOf(globalFlags)];
  for (const option of args.filter((arg) => arg.startsWith("-")))
    expect([words, option, options.includes(option)]).toEqual([words, option, true]);
}

let api: RunningApi;

/** Records that the examples speak of, and what stands for secrets in them. */
async function prepare(): Promise<(text: string) => string> {
  const make = async (path: string, body: object) => (await api.call("POST", path, body)).body.id as string;
  const channel = await make("/v1/channels", {
    kind: "discord",
    name: "any",
    settings: { url: "https://discord.com/api/webhooks/1/token" },
  });
  const target = await make("/v1/targets", { kind: "live", name: "any", params: { userId: "99" } });
  const list = await make("/v1/watchlists", { name: "any" });
  return (text) =>
    text
      .replaceAll("ch_…", channel)
      .replaceAll("tgt_…", target)
      .replaceAll("wl_…", list)
      .replaceAll("webhooks/…", "webhooks/123456789/secret")
      .replaceAll("services/…", "services/T000/B000/secret")
      .replaceAll("123456789:…", `123456789:${"A".repeat(35)}`)
      .replaceAll("xoxb-…", "xoxb-1-2-secret")
      .replaceAll("…", "A".repeat(40));
}

/** Sends what curl would have sent, to a real API. */
async function curl(args: string[], fill: (text: string) => string): Promise<void> {
  const request = { method: "", path: "", headers: new Headers(), body: null as string | null };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (/^-[sSfOJ]+$/.test(arg)) continue;
    else if (arg === "-X") request.method = args[++at]!;
    else if (arg === "-H") request.headers.append(...(args[++at]!.split(/: (.*)/).slice(0, 2) as [string, string]));
    else if (arg === "-d") request.body = fill(args[++at]!);
    else if (arg === "--data-binary") request.body = "version: 1\n".repeat(Number(args[++at]!.startsWith("@")));
    else if (arg.startsWith("http://127.0.0.1:8787/")) request.path = fill(arg.slice("http://127.0.0.1:8787".length));
    else throw new Error(`curl's ${arg} is not known here`);
  }
  expect(request.headers.get("authorization")).toBe("Bearer TOKEN");
  request.headers.delete("authorization");
  const method = request.method || (request.body === null ? "GET" : "POST");
  const { headers, body } = request;
  const answer = await api.fetch(request.path, { method, headers, ...(body === null ? {} : { body }) });
  const text = await answer.text();
  expect([method, request.path, answer.status < 400, answer.ok ? "" : text]).toEqual([method, request.path, true, ""]);
}

const NAMES = ["npm", "npx", "tallylight", "curl", ...Object.keys(EXCEPTIONS)];
const used = new Set<string>();
const byPage = Map.groupBy(blocks(), ({ page }) => page);

async function check([name, ...args]: Command, fill: (text: string) => string): Promise<void> {
  used.add(name!);
  if (name === "npm") npm(args);
  else if (name === "tallylight") parsed(args);
  else if (name === "curl") await curl(args, fill);
  else if (name === "npx" && args[0] === "wrangler") wrangler(args.slice(1));
  else if (name === "npx") expect(args[0]).toBe(`./tallylight-${version}.tgz`);
  else expect(EXCEPTIONS).toHaveProperty([name!]);
}

beforeAll(async () => {
  // Examples send messages: to nobody here.
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ ok: true, id: "1" }));
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => {
  vi.restoreAllMocks();
  return api.stop();
});

describe("commands that people copy", () => {
  test.each([...byPage])("of %s work", async (_page, own) => {
    const fill = await prepare();
    const commands = own.flatMap((block) => called(block, NAMES, API));
    for (const command of commands) await check(command, fill);
    expect(own.length).toBeGreaterThan(0);
  });

  test("are found, and every exception is needed", () => {
    expect(byPage.size).toBeGreaterThan(15);
    expect([...used].toSorted()).toEqual(NAMES.toSorted());
  });

  test("of any other program fail until they are covered", () => {
    const block = { page: "any.md", line: 1, text: "npm ci\nsomething --new\n" };
    expect(() => called(block, NAMES, API)).toThrow("something: command not found");
    expect(() => called({ ...block, text: "npm 'ci\n" }, NAMES, API)).toThrow("any.md:1");
    expect(() => npm(["run", "no-such-script"])).toThrow();
    expect(() => wrangler(["d1", "travel", "-c", "x"])).toThrow();
    expect(() => wrangler(["rollback", "-c", "x", "--sideways"])).toThrow("sideways");
    expect(() => parsed(["restore", "FILE", "--sideways"])).toThrow("sideways");
  });
});
