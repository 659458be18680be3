import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/** Runs a program to its end and returns its output. Throws with its last lines if it fails. */
export function run(program: string, args: string[], input?: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    maxBuffer: 2 ** 30,
    ...(input ? { input } : {}),
  });
  if (status === 0) return stdout;
  const said = [stdout, stderr].map(String).join("\n").trim().split("\n").slice(-15).join("\n");
  throw new Error(`${program} ${args.join(" ").slice(0, 200)}: ${error?.message ?? said}`);
}

/** Where the certificates of this machine's network are inside a root, while an image is built. */
const CERTIFICATES = "/tmp/build-certificates.pem";

const mounts = (root: string): string[] => [`mount --rbind /dev '${root}/dev'`, `mount -t proc proc '${root}/proc'`];

/** Stands in for the image that the stages begin from: Debian with this Node.js, npm, and the user `node`. */
export function makeBase(root: string, mirror: string | undefined): void {
  if (!existsSync(join(root, "usr/bin/dpkg")))
    run("debootstrap", ["--variant=minbase", "bookworm", root, ...(mirror === undefined ? [] : [mirror])]);
  if (existsSync(join(root, "usr/local/bin/npm"))) return;
  cpSync(process.execPath, join(root, "usr/local/bin/node"), { dereference: true });
  const npm = dirname(dirname(run("sh", ["-c", 'readlink -f "$(command -v npm)"']).toString().trim()));
  cpSync(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
  run("chroot", [root, "useradd", "--uid", "1000", "--create-home", "node"]);
}

/** Runs a command of a stage inside its root, as root, with this machine's network. */
export function runInside(root: string, command: string, env: Record<string, string>, cwd: string): void {
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
  const extra = process.env["NODE_EXTRA_CA_CERTS"];
  const own: Record<string, string> = {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: "/root",
  };
  if (extra !== undefined) {
    cpSync(extra, join(root, CERTIFICATES), { dereference: true });
    own["NODE_EXTRA_CA_CERTS"] = CERTIFICATES;
  }
  const cache = run("npm", ["config", "get", "cache"]).toString().trim();
  const cached = existsSync(cache)
    ? [`mkdir -p '${root}/root/.npm'`, `mount --bind '${cache}' '${root}/root/.npm'`]
    : [];
  const all = Object.entries({ ...own, ...env }).map(([name, value]) => `${name}=${value}`);
  const script = [...mounts(root), ...cached, `exec chroot '${root}' env -i "$@"`].join("\n");
  const inside = ["sh", "-c", `cd '${cwd}' && ${command}`];
  run("unshare", ["--mount", "--pid", "--fork", "sh", "-ec", script, "sh", ...all, ...inside]);
}

/** A running container: a process in namespaces of its own whose root cannot be written. */
export interface Container {
  /** Its first process, as this machine numbers it. */
  pid: number;
  output(): string;
  ended: Promise<number | null>;
  /** Runs a command inside it as its user. Returns its exit status. */
  inside(command: string[]): number | null;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a command as an image would run: its user, a root that cannot be written, a volume, and a new /tmp. */
export function start(
  root: string,
  volume: { at: string; folder: string },
  uid: number,
  env: Record<string, string>,
  command: string[],
): Container {
  mkdirSync(volume.folder, { recursive: true });
  const script = [
    `mount --bind '${root}' '${root}'`,
    ...mounts(root),
    `mount --bind '${volume.folder}' '${root}${volume.at}'`,
    `mount -t tmpfs tmpfs '${root}/tmp'`,
    `mount -o remount,ro,bind '${root}'`,
    `exec chroot --userspec=${uid}:${uid} '${root}' env -i "$@"`,
  ].join("\n");
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const args = ["--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", script, "sh", ...variables, ...command];
  const child: ChildProcess = spawn("unshare", args, { stdio: ["ignore", "pipe", "pipe"] });
  // After a failure nothing else ends it.
  process.once("exit", () => child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk: Buffer) => (output += String(chunk)));
  const first = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim());
  const enter = ["--mount", "--pid"];
  return {
    get pid() {
      return first();
    },
    output: () => output,
    ended: new Promise((done) => child.on("close", (code) => done(code))),
    inside: (own) =>
      spawnSync("nsenter", [
        "--target",
        String(first()),
        ...enter,
        "chroot",
        `--userspec=${uid}:${uid}`,
        root,
        "env",
        "-i",
        ...variables,
        ...own,
      ]).status,
    kill: (signal) => void process.kill(first(), signal),
  };
}
