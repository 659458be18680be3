import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { inRoot } from "../place.ts";

const MANIFEST = inRoot("package.json");

/** Where the checkout's package.json is kept while npm packs. */
const ASIDE = inRoot("dist", "package.checkout.json");

type Manifest = Record<string, unknown> & { devDependencies: Record<string, string> };

/** The package.json of the packed tool, with only its runtime dependencies. Pure. */
export function packedManifest(own: Manifest, workerd: string): Record<string, unknown> {
  const { name, version, description, license, type, devDependencies } = own;
  const sqlite = "@photostructure/sqlite";
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: ">=20" },
    bin: { tallylight: "dist/tool/lib/tallylight.js" },
    files: ["dist/tool"],
    // npm reads this script from the current file, not from the one that it started with.
    scripts: { postpack: "node scripts/pack/postpack.ts" },
    dependencies: { workerd },
    optionalDependencies: { [sqlite]: devDependencies[sqlite] },
  };
}

/** Replaces the checkout's package.json with that of the packed tool. */
export async function putManifest(): Promise<void> {
  const own = JSON.parse(await readFile(MANIFEST, "utf8")) as Manifest;
  const miniflare = JSON.parse(await readFile(inRoot("node_modules/miniflare/package.json"), "utf8")) as {
    dependencies: { workerd: string };
  };
  await copyFile(MANIFEST, ASIDE);
  await writeFile(MANIFEST, `${JSON.stringify(packedManifest(own, miniflare.dependencies.workerd), null, 2)}\n`);
}

/** Restores the checkout's package.json. */
export const takeManifestBack = (): Promise<void> => rename(ASIDE, MANIFEST);
