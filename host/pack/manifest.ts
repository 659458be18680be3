import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inRoot } from "../place.ts";

const MANIFEST = inRoot("package.json");

/** Where the checkout's package.json is kept while npm packs. */
const ASIDE = inRoot("dist", "package.checkout.json");

type Manifest = Record<string, unknown>;

/** Fields that the packed tool has as the checkout has them. */
const STORED = [
  "name",
  "version",
  "description",
  "keywords",
  "homepage",
  "bugs",
  "license",
  "repository",
  "publishConfig",
  "type",
];

/**
 * The package.json of the packed tool. It depends on the runtime only, and npm installs that for its own platform.
 * Pure.
 */
export function packedManifest(own: Manifest, runtimes: Record<string, string>): Manifest {
  const stored = Object.fromEntries(STORED.filter((field) => field in own).map((field) => [field, own[field]]));
  return {
    ...stored,
    engines: { node: ">=20" },
    bin: { tallylight: "dist/tool/lib/tallylight.js" },
    files: ["dist/tool"],
    // npm reads this script from the current file, not from the one that it started with.
    scripts: { postpack: "node host/pack/postpack.ts" },
    optionalDependencies: runtimes,
  };
}

/** The packages with Miniflare's runtime, one for each platform, and their version. */
export async function runtimes(): Promise<Record<string, string>> {
  const { resolve } = createRequire(inRoot("node_modules/miniflare/package.json"));
  const workerd = JSON.parse(await readFile(resolve("workerd/package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  return workerd.optionalDependencies;
}

/** Replaces the checkout's package.json with that of the packed tool. */
export async function putManifest(): Promise<void> {
  const own = JSON.parse(await readFile(MANIFEST, "utf8")) as Manifest;
  await copyFile(MANIFEST, ASIDE);
  await writeFile(MANIFEST, `${JSON.stringify(packedManifest(own, await runtimes()), null, 2)}\n`);
}

/** Restores the checkout's package.json. */
export const takeManifestBack = (): Promise<void> => rename(ASIDE, MANIFEST);
