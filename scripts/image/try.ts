// Runs the Dockerfile's steps without Docker, in folders with a Debian of their own, and tries the image that they make.
// Linux, as root, with debootstrap: node scripts/image/try.ts FOLDER. What it stands in for is the base image.
import { chownSync, cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inRoot } from "../place.ts";
import { install, privateService } from "./private-authority.ts";
import { readEnv, readRun, readStages, type Stage } from "./dockerfile.ts";
import { makeBase, run, runInside, start, type Container } from "./root.ts";

const [given] = process.argv.slice(2);
if (given === undefined || process.getuid?.() !== 0) {
  console.error("Usage, as root: node scripts/image/try.ts FOLDER");
  process.exit(2);
}
const folder = resolve(given);
const UID = 1000;
const SETTINGS = { PORT: "18787", SIM_PORT: "18788", ADMIN_TOKEN: "image_admin_token_0123456789abcdef0123456789" };
const BASE = `http://127.0.0.1:${SETTINGS.PORT}`;
const HEALTHY_WITHIN_MS = 180_000;
const STOPPED_WITHIN_MS = 30_000;

const expect = (what: string, holds: boolean, detail = ""): void => {
  if (!holds) throw new Error(`✗ ${what}\n${detail}`);
  console.log(`✓ ${what}`);
};

/** Runs the steps of a stage. */
function build(stage: Stage, root: string, roots: Map<string, string>): void {
  run("rm", ["-rf", root]);
  run("cp", ["-a", join(folder, "base"), root]);
  let [cwd, env] = ["/", {} as Record<string, string>];
  for (const { name, rest } of stage.instructions) {
    console.log(`… ${name} ${rest.slice(0, 90)}`);
    if (name === "WORKDIR") mkdirSync(join(root, (cwd = rest)), { recursive: true });
    else if (name === "RUN") runInside(root, rest, env, cwd);
    else if (name === "ENV") env = { ...env, ...readEnv([{ name, rest }]) };
    else if (name === "COPY") copy(rest, root, cwd, roots);
    else if (!["USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"].includes(name))
      throw new Error(`${name} is not known here`);
  }
}

function copy(rest: string, root: string, cwd: string, roots: Map<string, string>): void {
  const [, from, source, to] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest)!;
  const target = resolve(join(root, cwd), to!.startsWith("/") ? join(root, to!) : to!);
  if (from !== undefined)
    return void run("sh", [
      "-c",
      `mkdir -p "$(dirname '${target}')" && cp -a '${roots.get(from)!}'${source!} '${target}'`,
    ]);
  // What .dockerignore leaves in a fresh clone is what git knows.
  const files = run("git", ["-C", inRoot(), "ls-files", "-z"]);
  run("sh", ["-c", `tar -C '${inRoot()}' --null -T - -c | tar -C '${target}' -x`], files);
}

async function healthy(container: Container, health: string[]): Promise<boolean> {
  for (const end = Date.now() + HEALTHY_WITHIN_MS; Date.now() < end; await sleep(500)) {
    try {
      if (container.inside(health) === 0) return true;
    } catch {
      // It has not started yet.
    }
  }
  return false;
}

const api = (path: string, body?: object): Promise<Response> =>
  fetch(BASE + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${SETTINGS.ADMIN_TOKEN}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Creates watchlists until Tallylight stops. Returns the names of those that it confirmed. */
async function writing(): Promise<string[]> {
  const confirmed: string[] = [];
  for (let n = 0; ; n++) {
    const answer = await api("/v1/watchlists", { name: `list ${n}` }).catch(() => null);
    if (answer === null) return confirmed;
    if (answer.status === 201) confirmed.push(`list ${n}`);
  }
}

async function stored(): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const answer = await api(`/v1/watchlists?limit=200${cursor === "" ? "" : `&cursor=${cursor}`}`);
    const { items, nextCursor } = (await answer.json()) as { items: { name: string }[]; nextCursor: string | null };
    names.push(...items.map(({ name }) => name));
    cursor = nextCursor;
  }
  return names;
}

async function tried(root: string, last: Stage): Promise<void> {
  const { env, volume, command, health, signal } = readRun(last);
  const data = join(folder, "data");
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, UID, UID);
  const started = (more: Record<string, string> = {}) =>
    start(root, { at: volume, folder: data }, UID, { ...env, ...SETTINGS, ...more }, command);
  const one = started();
  expect("its health check passes", await healthy(one, health), one.output());
  const status = readFileSync(`/proc/${one.pid}/status`, "utf8");
  expect(
    "it runs as a user without rights, as process 1",
    /^Uid:\t1000\t/m.test(status) && /^NSpid:\t\d+\t1$/m.test(status),
  );
  expect("its root cannot be written", one.inside(["touch", "/opt/tallylight/written"]) !== 0);
  expect("its volume can", one.inside(["touch", "/data/written"]) === 0);
  expect("it backs up into its volume", one.inside(["tallylight", "backup", `${volume}/backup.ndjson.gz`]) === 0);
  const confirmed = writing();
  await sleep(2000);
  one.kill(signal);
  const code = await Promise.race([one.ended, sleep(STOPPED_WITHIN_MS, "late")]);
  expect(`${signal} ends it with status 0`, code === 0, `${code}\n${one.output()}`);
  const two = started();
  expect("it starts again on its volume", await healthy(two, health), two.output());
  const [names, kept] = [await confirmed, await stored()];
  expect(
    `all ${names.length} changes that it confirmed are there`,
    names.length > 0 && names.every((name) => kept.includes(name)),
  );
  two.kill(signal);
  expect("it ends again with status 0", (await two.ended) === 0, two.output());
  await triedAuthority(root, data, volume, async (more, use) => {
    const container = started(more);
    expect("it starts with a service of its own", await healthy(container, health), container.output());
    await use(container);
    container.kill(signal);
    expect("it ends with status 0", (await container.ended) === 0, container.output());
  });
}

/** Tries a service whose certificate is of a private authority: unknown, named by a variable, and installed. */
async function triedAuthority(
  root: string,
  data: string,
  volume: string,
  during: (env: Record<string, string>, use: (container: Container) => Promise<void>) => Promise<void>,
): Promise<void> {
  const service = await privateService(folder, root);
  const polled = async (): Promise<{ verdict?: string | null; fault?: { kind: string } | null }> => {
    const created = await api("/v1/targets", {
      kind: "live",
      name: `one ${Date.now()}`,
      params: { userId: `${Date.now()}` },
    });
    expect("a target is created", created.status === 201, await created.clone().text());
    const { id } = (await created.json()) as { id: string };
    return (await (await api(`/v1/targets/${id}/poll`, {})).json()) as object;
  };
  await during(service.env, async (container) => {
    const said = await polled();
    expect("an unknown authority is a fault", said.fault?.kind === "unreachable" && service.answered() === 0);
    expect("the log says why", /certificate .*not trusted: UnknownIssuer/.test(container.output()), container.output());
  });
  cpSync(service.authority, join(data, "authority.crt"));
  await during({ ...service.env, NODE_EXTRA_CA_CERTS: `${volume}/authority.crt` }, async (container) => {
    const said = await polled();
    expect(
      "an authority in NODE_EXTRA_CA_CERTS is trusted",
      said.verdict === "on",
      `${JSON.stringify(said)}\n${container.output()}`,
    );
  });
  install(root, service.authority);
  await during(service.env, async (container) => {
    const said = await polled();
    expect(
      "an authority that is installed is trusted",
      said.verdict === "on",
      `${JSON.stringify(said)}\n${container.output()}`,
    );
  });
  service.close();
}

const stages = readStages(readFileSync(inRoot("Dockerfile"), "utf8"));
mkdirSync(folder, { recursive: true });
// Without a mirror, debootstrap takes its own default.
makeBase(join(folder, "base"), process.env["DEBIAN_MIRROR"]);
const roots = new Map<string, string>();
for (const [index, stage] of stages.entries()) {
  const root = join(folder, `stage-${index}`);
  console.log(`… FROM ${stage.from}: stands in for it, Debian with Node.js ${process.versions.node}`);
  build(stage, root, roots);
  if (stage.name !== null) roots.set(stage.name, root);
}
await tried(join(folder, `stage-${stages.length - 1}`), stages.at(-1)!);
