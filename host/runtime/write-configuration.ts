import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What a configuration file of workerd is around its value. */
const fileOf = (config: string): string =>
  `using Workerd = import "/workerd/workerd.capnp";\n\nconst config :Workerd.Config = ${config};\n`;

/**
 * Writes a configuration, in Cap'n Proto's text format, and the files that it embeds into a new folder that replaces
 * another one. All are readable only by their owner. Returns the path of the configuration.
 */
export async function writeConfiguration(
  folder: string,
  config: string,
  embedded: Record<string, string>,
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "config.capnp");
  const all = { ...embedded, "config.capnp": fileOf(config) };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(folder, name), text, { mode: 0o600 })));
  return path;
}
