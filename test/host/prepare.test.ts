import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { HostSettings, Configuration } from "../../host/runtime/configuration.ts";

const SECRET = "a-secret-that-was-given";
const DOOR = { port: 1, secret: "a-secret-of-one-start" };
const DEVELOPMENT = "a-secret-of-development";

test("the secrets of `npm run dev` do not get into `npm start`, and its own into no file and no argument", async () => {
  const root = await mkdtemp(join(tmpdir(), "tallylight-prepare-"));
  const state = join(root, "state");
  const child = fork(resolve("host/runtime/prepare.ts"), { cwd: root, serialization: "advanced" });
  try {
    for (const name of await readdir(".")) if (!name.startsWith(".")) await symlink(resolve(name), join(root, name));
    await writeFile(join(root, ".dev.vars"), `ADMIN_TOKEN='${DEVELOPMENT}'\n`);
    const bindings = { ADMIN_TOKEN: SECRET };
    const requested: HostSettings = { state, bindings, simulator: null, destinations: DOOR, whoTicks: SECRET };
    child.send({ id: 1, what: "configuration", of: [requested] });
    const [{ is }] = (await once(child, "message")) as [{ is: Configuration }];
    const { environment, ...open } = is;
    expect(environment).toEqual({ TALLYLIGHT_LIMITS: "free", TALLYLIGHT_ADMIN_TOKEN: SECRET, TICKS_WHO_TICKS: SECRET });
    for (const secret of [SECRET, DOOR.secret]) expect(JSON.stringify(open)).not.toContain(secret);
    const written = await readdir(state, { recursive: true, withFileTypes: true });
    const files = written.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect((await readFile(open.file, "utf8")).split(DOOR.secret)).toHaveLength(2);
    expect(files).toContain(open.file);
    for (const path of files) {
      const text = await readFile(path, "latin1");
      for (const secret of [SECRET, DEVELOPMENT]) expect(text.includes(secret) && path).toBe(false);
      if (process.platform !== "win32") expect((await stat(path)).mode & 0o077).toBe(0);
    }
  } finally {
    child.kill();
    await rm(root, { recursive: true, force: true });
  }
});
