import { createRequire } from "node:module";
import { PACKED } from "../place.ts";

/** The path of the runtime's binary. Throws if npm installed none for this platform. */
export function workerdCommand(): string {
  const require = createRequire(import.meta.url);
  // A checkout uses Miniflare's, which may differ from the one at the top level.
  const from = PACKED ? require : createRequire(require.resolve("miniflare"));
  return (from("workerd") as { default: string }).default;
}
