import { createRequire } from "node:module";
import { PACKED } from "../place.ts";
import { StartError } from "../failure.ts";

/** The package with the runtime's binary for each platform that has one. */
export const RUNTIMES: Record<string, string> = {
  "darwin-arm64": "@cloudflare/workerd-darwin-arm64",
  "darwin-x64": "@cloudflare/workerd-darwin-64",
  "linux-arm64": "@cloudflare/workerd-linux-arm64",
  "linux-x64": "@cloudflare/workerd-linux-64",
  "win32-x64": "@cloudflare/workerd-windows-64",
};

/** The path of the runtime's binary. Throws StartError if npm installed none for this platform. */
export function workerdCommand(): string {
  const require = createRequire(import.meta.url);
  // A checkout uses Miniflare's, which may differ from the one at the top level.
  return PACKED ? packedCommand(require.resolve) : checkoutCommand(createRequire(require.resolve("miniflare")));
}

const checkoutCommand = (from: NodeJS.Require): string => (from("workerd") as { default: string }).default;

/** The packed tool depends on the binary only: the package around it has 5 MB that Tallylight doesn't use. */
export function packedCommand(
  resolve: (id: string) => string,
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = RUNTIMES[`${platform}-${arch}`];
  if (name === undefined) throw new StartError(`The runtime (workerd) does not exist for ${platform} on ${arch}.`);
  try {
    return resolve(`${name}/bin/workerd${platform === "win32" ? ".exe" : ""}`);
  } catch {
    throw new StartError(
      `The runtime (${name}) is not installed: install Tallylight again, with npm's optional dependencies.`,
    );
  }
}
