import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { appendFile, cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tallylight-kept-"));
  for (const one of ["src", "sim", "host", "build", "package.json", "wrangler.toml"])
    await cp(one, join(folder, one), { recursive: true });
  // What they do is bundled in a moment: the question is when.
  for (const one of ["src", "sim"])
    await writeFile(join(folder, one, "worker.ts"), "export default { scheduled() {} };");
  // The packages are those of this checkout, the cache is not.
  execFileSync("mkdir", [join(folder, "node_modules")]);
  for (const one of readdirSync("node_modules"))
    if (one !== ".cache") await symlink(resolve("node_modules", one), join(folder, "node_modules", one));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CODE = `
  const { workers } = await import("./host/runtime/kept-workers.ts");
  const { main, ticks } = await workers("src/worker.ts");
  console.log(JSON.stringify([main.modules.map(({ contents }) => contents).join(""), ticks.length]));`;

/** The code of the Worker, and when it was bundled. */
function created() {
  const reported = execFileSync(process.execPath, ["--input-type=module", "-e", CODE], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  const [code, ticks] = JSON.parse(reported.trim().split("\n").at(-1)!) as [string, number];
  expect(ticks).toBeGreaterThan(0);
  const stored = readdirSync(join(folder, "node_modules/.cache/tallylight-workers"));
  expect(stored).toHaveLength(1);
  return { code, at: statSync(join(folder, "node_modules/.cache/tallylight-workers", stored[0]!)).mtimeMs };
}

test.runIf(process.env["LONG"])(
  "Workers are bundled once, anew after any change of what they are made from, and despite a broken copy",
  async () => {
    const first = created();
    expect(first.code).toContain("scheduled");
    expect(created()).toEqual(first);
    await appendFile(join(folder, "src/worker.ts"), '\nconsole.log("a change of the source");\n');
    const second = created();
    expect(second.code).toContain("a change of the source");
    expect(second.at).toBeGreaterThan(first.at);
    const cache = join(folder, "node_modules/.cache/tallylight-workers");
    await writeFile(join(cache, readdirSync(cache)[0]!), '{"from": "');
    expect(created().code).toBe(second.code);
    const packages = join(folder, "node_modules/.package-lock.json");
    const text = await readFile(packages, "utf8");
    await rm(packages);
    await writeFile(packages, `${text}\n`);
    const third = created();
    expect(third.code).toBe(second.code);
    expect(third.at).toBeGreaterThan(second.at);
  },
);
