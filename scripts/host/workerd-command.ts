import { createRequire } from "node:module";
import { PACKED } from "../place.ts";

/** The path of the runtime's binary. Throws where npm installed none for this platform. */
export function workerdCommand(): string {
  const require = createRequire(import.meta.url);
  // A checkout has the one of Miniflare, which may be another than that at the top.
  const from = PACKED ? require : createRequire(require.resolve("miniflare"));
  return (from("workerd") as { default: string }).default;
}
