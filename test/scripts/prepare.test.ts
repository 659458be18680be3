import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the secrets of `npm run dev` do not get into `npm start`", async () => {
  const root = await mkdtemp(join(tmpdir(), "tallylight-prepare-"));
  try {
    for (const name of await readdir(".")) if (!name.startsWith(".")) await symlink(resolve(name), join(root, name));
    await writeFile(join(root, ".dev.vars"), "ADMIN_TOKEN='a-secret-of-development'\n");
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/host/prepare.ts"], {
      cwd: root,
      maxBuffer: 256 * 1024 * 1024,
    });
    expect(Object.keys(JSON.parse(stdout))).toEqual(["workers", "migrations"]);
    expect(stdout).not.toContain("a-secret-of-development");
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
