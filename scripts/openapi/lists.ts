import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { channelKinds } from "../../src/channels/registry.ts";

const root = join(import.meta.dirname, "../..");

const RECEIVERS = "sim/inbox/receivers.ts";

const nameOf = (kind: string): string => kind.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The simulator's receivers. Throws where a kind of channel has none. */
function receivers(): string {
  const kinds = Object.keys(channelKinds);
  const fileOf = (kind: string) => `src/channels/${kind}/sim.ts`;
  const lacking = kinds.filter((kind) => !existsSync(join(root, fileOf(kind))));
  if (lacking.length > 0)
    throw new Error(lacking.map((kind) => `${kind} has no receiver: export it from ${fileOf(kind)}`).join("\n"));
  return `// Written by npm run openapi from src/channels/registry.ts. Not edited by hand.
${kinds.map((kind) => `import { receiver as ${nameOf(kind)} } from "../../${fileOf(kind)}";`).join("\n")}
import type { Receiver } from "./receiver.ts";

/** The receivers of messages, by kind of channel. */
export const receivers: Record<string, Receiver> = {
${kinds.map((kind) => (nameOf(kind) === kind ? `  ${kind},` : `  "${kind}": ${nameOf(kind)},`)).join("\n")}
};
`;
}

/** What would otherwise take a line for each kind, by path: lists that are made of the registries. */
export const listFiles = (): Record<string, string> => ({ [RECEIVERS]: receivers() });

/** Writes those that changed, before anything imports them. */
export function writeLists(): void {
  for (const [path, text] of Object.entries(listFiles())) {
    const file = join(root, path);
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  }
}
