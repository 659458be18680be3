import { spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { commandNames, helpFor, helpText, readArguments, UsageError } from "../../host/cli/arguments.ts";
import { clockCheck, nodeCheck, settingsCheck, stateCheck } from "../../host/cli/checks.ts";
import { type Served, serviceFor } from "../../host/cli/service-files.ts";
import { isOlder } from "../../host/deploy/wrangler.ts";
import { packedCommand, RUNTIMES } from "../../host/runtime/workerd-command.ts";
import { COMPILED } from "../support/compiled.ts";
import { packedManifest, runtimes } from "../../host/pack/manifest.ts";
import { stateFolder } from "../../host/place.ts";

const folders: string[] = [];
const folder = async (): Promise<string> => {
  const created = await mkdtemp(join(tmpdir(), "tallylight-cli-"));
  folders.push(created);
  return created;
};
afterEach(async () => {
  for (const one of folders.splice(0)) await rm(one, { recursive: true, force: true });
});

/** The command line of a checkout, as a process of its own. */
function tallylight(args: string[], env: Record<string, string> = {}) {
  const script = `import(${JSON.stringify(join(process.cwd(), "host/cli/main.ts"))}).then(({ main }) => main(process.argv.slice(1)))`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", script, "--", ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"]!, HOME: "/nowhere", ...COMPILED, ...env },
  });
  return { status, stdout, stderr };
}

test.each([
  [["nonsense"], /no command "nonsense"/],
  [["constructor"], /no command "constructor"/],
  [["--nonsense"], /no option --nonsense/],
  [["start", "now"], /^Usage: tallylight start$/],
  [["import"], /^Usage: tallylight import FILE/],
  [["token"], /^Usage: tallylight token NAME/],
  [["token", "one", "two"], /^Usage: tallylight token NAME/],
  [["backup", "--sideways"], /sideways.*\nUsage: tallylight backup/],
  [["deploy", "--name"], /Usage: tallylight deploy/],
])("%j is wrong usage, and says what is right", (args, sentence) => {
  expect(() => readArguments(args)).toThrow(UsageError);
  expect(() => readArguments(args)).toThrow(sentence);
});

test("without a command it starts, and a command gets its own arguments", () => {
  expect(readArguments([])).toMatchObject({ command: "start", rest: [] });
  expect(readArguments(["restore", "one.gz", "--force"])).toEqual({
    command: "restore",
    rest: ["one.gz", "--force"],
    values: { force: true },
    positionals: ["one.gz"],
  });
  expect(readArguments(["token", "Bot", "--scopes", "read,write"]).values).toEqual({ scopes: ["read,write"] });
  expect(readArguments(["import", "--help"]).values).toEqual({ help: true });
});

test("the help has every command, and the reference has the same", async () => {
  const help = helpText("1.2.3");
  const page = await readFile("docs/reference/command-line.md", "utf8");
  for (const name of commandNames) {
    expect(help).toContain(`  ${name}`);
    expect(page).toContain(helpFor(name).split("\n")[0]!.replace("Usage: ", ""));
  }
});

test("it ends with 0 for help and version, 2 for wrong usage, 1 for what a person has to change", async () => {
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  expect(tallylight(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  expect(tallylight(["--help"])).toMatchObject({ status: 0, stderr: "" });
  expect(tallylight(["service", "restart"])).toMatchObject({ status: 2, stdout: "" });
  const state = await folder();
  const file = join(state, "targets.csv");
  await writeFile(file, "kind,userId\nlive,1\n");
  for (const args of [["open"], ["token", "Bot"], ["import", file]]) {
    const { status, stdout, stderr } = tallylight(args, { TALLYLIGHT_STATE: state });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toBe(
      `Tallylight is not running on ${state}: start it with \`npm start\`, or name its folder with TALLYLIGHT_STATE=…\n`,
    );
  }
  expect(tallylight(["token", "Bot", "--scopes", "all"], { TALLYLIGHT_STATE: state })).toMatchObject({
    status: 2,
    stderr: "--scopes takes read, write, admin, separated by commas.\n",
  });
  expect(tallylight(["import", join(state, "none.csv")], { TALLYLIGHT_STATE: state })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("cannot be read") as string,
  });
});

test.each<[NodeJS.Platform, NodeJS.ProcessEnv, string, string]>([
  ["linux", {}, "/home/kim", "/home/kim/.local/state/tallylight"],
  ["linux", { XDG_STATE_HOME: "/var/state" }, "/home/kim", "/var/state/tallylight"],
  ["linux", { XDG_STATE_HOME: "relative" }, "/home/kim", "/home/kim/.local/state/tallylight"],
  ["darwin", {}, "/Users/kim", "/Users/kim/Library/Application Support/Tallylight"],
  ["win32", { LOCALAPPDATA: "D:\\Local" }, "C:\\Users\\kim", "D:\\Local\\Tallylight"],
  ["win32", {}, "C:\\Users\\kim", "C:\\Users\\kim\\AppData\\Local\\Tallylight"],
])("on %s with %j the state is in the platform's own place", (platform, env, home, expected) => {
  expect(stateFolder(platform, env, home)).toBe(expected);
});

const served = (more: Partial<Served>): Served => ({
  platform: "linux",
  home: "/home/kim",
  uid: 1000,
  node: "/usr/bin/node",
  script: "/opt/tally light/tallylight.js",
  variables: { TALLYLIGHT_STATE: "/home/kim/100% state", PORT: "9000" },
  ...more,
});

test("the service of Linux is a unit of the user's own systemd", () => {
  const service = serviceFor(served({}))!;
  expect(service.path).toBe("/home/kim/.config/systemd/user/tallylight.service");
  expect(service.text).toContain('ExecStart="/usr/bin/node" "/opt/tally light/tallylight.js" "start"\n');
  expect(service.text).toContain('Environment="TALLYLIGHT_STATE=/home/kim/100%% state"\nEnvironment="PORT=9000"\n');
  expect(service.install.at(-1)).toEqual(["systemctl", "--user", "enable", "--now", "tallylight.service"]);
});

test("the service of macOS is an agent of launchd", () => {
  const service = serviceFor(served({ platform: "darwin", home: "/Users/kim", script: "/opt/a & b/tallylight.js" }))!;
  expect(service.path).toBe("/Users/kim/Library/LaunchAgents/com.tallylight.tallylight.plist");
  expect(service.text).toContain("<string>/opt/a &amp; b/tallylight.js</string>\n    <string>start</string>");
  expect(service.text).toContain("<key>PORT</key><string>9000</string>");
  expect(service.install).toEqual([["launchctl", "bootstrap", "gui/1000", service.path]]);
});

test("the service of Windows is a scheduled task that nothing ends", () => {
  const variables = { TALLYLIGHT_STATE: "C:\\Users\\kim\\Tallylight" };
  const node = "C:\\Program Files\\nodejs\\node.exe";
  const service = serviceFor(served({ platform: "win32", node, script: "C:\\t\\tallylight.js", variables }))!;
  expect(service.path).toBe("C:\\Users\\kim\\Tallylight\\service.xml");
  expect(service.text).toContain("<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>");
  expect(service.text).toContain(
    "&quot;set &quot;TALLYLIGHT_STATE=C:\\Users\\kim\\Tallylight&quot;&amp;&amp; " +
      "&quot;C:\\Program Files\\nodejs\\node.exe&quot; &quot;C:\\t\\tallylight.js&quot; start&quot;",
  );
  expect(service.install[0]).toEqual(["schtasks", "/Create", "/TN", "Tallylight", "/XML", service.path, "/F"]);
});

test("another platform has no service that we know", () => {
  expect(serviceFor(served({ platform: "freebsd" }))).toBeNull();
});

test("the doctor finds an old Node.js, a clock that was set back and a folder that others can read", async () => {
  expect(nodeCheck("18.20.0").fix).toMatch(/20 or newer/);
  expect(nodeCheck("20.0.0").fix).toBeNull();
  const now = Date.UTC(2026, 10, 23);
  expect(clockCheck(null, now).fix).toBeNull();
  expect(clockCheck(now - 60_000, now).fix).toBeNull();
  expect(clockCheck(now + 3_600_000, now).fix).toMatch(/Set the clock/);
  const state = await folder();
  expect(stateCheck(state).fix).toBeNull();
  expect(stateCheck(join(state, "new", "one")).is).toContain("created by the first start");
  await chmod(state, 0o755);
  expect(stateCheck(state)).toMatchObject({ is: expect.stringContaining("open to others") as string });
  const file = join(state, "file");
  await writeFile(file, "");
  expect(stateCheck(file).fix).not.toBeNull();
});

test("the doctor judges variables as a start does, those of the state folder too", async () => {
  const state = await folder();
  const check = (env: NodeJS.ProcessEnv) => settingsCheck(state, env);
  expect(await check({})).toMatchObject({ is: "valid", fix: null });
  for (const [name, value] of [
    ["PORT", "70000"],
    ["HOST", "http://127.0.0.1"],
    ["UPSTREAM_BASE_URL", "nowhere"],
    ["PUBLIC_URL", "https://a.example/b"],
    ["ALLOW_LOCAL_WEBHOOKS", "maybe"],
    ["ADMIN_TOKEN", "short"],
  ] as const) {
    const found = await check({ [name]: value });
    expect([found.is.includes(name), found.fix]).toEqual([true, "Correct these settings."]);
    expect(found.is).not.toContain("short");
  }
  await writeFile(join(state, "tallylight.env"), "LANGUAGE=xx\n");
  expect((await check({})).is).toMatch(/^LANGUAGE must be one of/);
  expect(await check({ LANGUAGE: "de" })).toMatchObject({ fix: null });
});

test("versions are compared by number", () => {
  expect(isOlder("20.20.2", "22.0.0")).toBe(true);
  expect(isOlder("22.9.1", "22.12")).toBe(true);
  expect(isOlder("22.12.0", "22.12")).toBe(false);
  expect(isOlder("24.0.0", "22.12.0")).toBe(false);
});

test("the packed manifest lists only what the tool needs when it runs", async () => {
  const own = JSON.parse(await readFile("package.json", "utf8")) as Parameters<typeof packedManifest>[0];
  const manifest = packedManifest(own, await runtimes());
  expect(manifest).toMatchObject({ name: "tallylight", engines: { node: ">=20" } });
  expect(Object.keys(manifest["optionalDependencies"] as object).toSorted()).toEqual(
    Object.values(RUNTIMES).toSorted(),
  );
  expect(manifest).not.toHaveProperty("dependencies");
  expect(manifest).not.toHaveProperty("devDependencies");
});

test("the packed tool says which runtime is missing", () => {
  const nothing = () => {
    throw new Error("not found");
  };
  const found = (id: string) => `/lib/${id}`;
  expect(packedCommand(found, "win32", "x64")).toBe("/lib/@cloudflare/workerd-windows-64/bin/workerd.exe");
  expect(packedCommand(found, "linux", "arm64")).toBe("/lib/@cloudflare/workerd-linux-arm64/bin/workerd");
  expect(() => packedCommand(nothing, "linux", "x64")).toThrow(/workerd-linux-64\) is not installed: install/);
  expect(() => packedCommand(found, "freebsd", "x64")).toThrow("does not exist for freebsd on x64");
});

test("no npm script needs a shell of Unix", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(Object.values(scripts).filter((one) => /^exec |^[A-Z_]+=|[;|$']/.test(one))).toEqual([]);
});

test("the watchdog of Windows, which has no sh, ends the process that it was told last", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("exit", (_code, signal) => resolve(signal)));
  const host = `import(${JSON.stringify(join(process.cwd(), "host/runtime/watchdog.ts"))})
    .then(({ watchdog }) => watchdog("win32").watch(${child.pid!}))`;
  // Its end is what the watchdog waits for.
  expect(spawnSync(process.execPath, ["-e", host]).status).toBe(0);
  expect(await ended).toBe("SIGKILL");
});
