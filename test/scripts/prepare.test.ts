import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { HostSettings, Configuration } from "../../scripts/host/configuration.ts";

const SECRET = "a-secret-that-was-given";
const DEVELOPMENT = "a-secret-of-development";

test("the secrets of `npm run dev` do not get into `npm start`, and its own into no file and no argument", async () => {
  const root = await mkdtemp(join(tmpdir(), "tallylight-prepare-"));
  const state = join(root, "state");
  const child = fork(resolve("scripts/host/prepare.ts"), { cwd: root, serialization: "advanced" });
  try {
    for (const name of await readdir(".")) if (!name.startsWith(".")) await symlink(resolve(name), join(root, name));
    await writeFile(join(root, ".dev.vars"), `ADMIN_TOKEN='${DEVELOPMENT}'\n`);
    const bindings = { ADMIN_TOKEN: SECRET };
    const destinations = { port: 1, secret: SECRET };
    const asked: HostSettings = { state, bindings, simulator: null, destinations, whoTicks: SECRET };
    child.send({ id: 1, what: "configuration", of: [asked] });
    const [{ is }] = (await once(child, "message")) as [{ is: Configuration }];
    const { gzipped, ...open } = is;
    const configuration = gunzipSync(gzipped).toString("latin1");
    expect(configuration.split(SECRET)).toHaveLength(4);
    expect(configuration).not.toContain(DEVELOPMENT);
    expect(JSON.stringify(open)).not.toContain(SECRET);
    const stored = await readdir(state, { recursive: true, withFileTypes: true });
    expect(stored.filter((one) => one.isFile())).toEqual([]);
  } finally {
    child.kill();
    await rm(root, { recursive: true, force: true });
  }
});
