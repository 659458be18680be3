import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { AnyChannelKind } from "../../src/channels/registry.ts";
import { apiBases, basesFrom } from "../../src/channels/bases.ts";
import type { ApiBases, ChannelExample } from "../../src/channels/kind.ts";
import type { Limits } from "../../src/channels/limits.ts";
import { channelKinds } from "../../src/channels/registry.ts";
import { receivers } from "../../sim/inbox/receivers.ts";
import type { Receiver } from "../../sim/inbox/receiver.ts";

// What tests know of channel kinds, each from its own folder. What one lacks is named, with the file where it belongs.

const folder = join(import.meta.dirname, "../../src/channels");

const files = new Map<string, { limits?: Limits }>();
for (const kind of Object.keys(channelKinds)) {
  const file = join(folder, kind, "limits.ts");
  if (existsSync(file)) files.set(kind, (await import(file)) as { limits?: Limits });
}

function given<What>(what: What | undefined, kind: string, name: string, file: string): What {
  if (what === undefined)
    expect.fail(`${kind} has no ${name}: add it to its declaration (src/channels/${kind}/${file})`);
  return what;
}

export const exampleOf = (kind: string): ChannelExample<Record<string, string>> =>
  given(channelKinds[kind]?.example, kind, "example", "kind.ts");

export const limitsOf = (kind: string): Limits => given(files.get(kind)?.limits, kind, "limits", "limits.ts");

/** Who a body calls beyond these; of a kind that a program reads, nobody. */
export const uninvited = (kind: string): NonNullable<Limits["uninvited"]> =>
  isChat(kind) ? given(limitsOf(kind).uninvited, kind, "limits.uninvited", "limits.ts") : () => [];

/** The characters that a message carries at the least. */
export const carriedBy = (kind: string): NonNullable<Limits["carries"]> =>
  given(limitsOf(kind).carries, kind, "limits.carries", "limits.ts");

/** Which mentions its destination can call. */
export const callsOf = (kind: string): NonNullable<Limits["calls"]> =>
  given(limitsOf(kind).calls, kind, "limits.calls", "limits.ts");

/** How its destination names the messages that stand there. */
export const standingOf = (kind: string): NonNullable<Limits["standing"]> =>
  given(limitsOf(kind).standing, kind, "limits.standing", "limits.ts");

export const receiverOf = (kind: string): Receiver => given(receivers[kind], kind, "receiver", "sim.ts");

/** True where people read what is sent. */
export const isChat = (kind: string): boolean => channelKinds[kind]?.preview !== undefined;

/** Every kind with its name. */
export const everyKind = Object.entries(channelKinds) as [name: string, kind: AnyChannelKind][];

/** The names of those that people read. */
export const chatKinds = Object.keys(channelKinds).filter(isChat);

/** Where the simulator at this address has the APIs that kinds call. */
export const basesAt = (simulator: string): ApiBases =>
  basesFrom((variable) => apiBases.find((one) => one.variable === variable)!.demo.replace("{simulator}", simulator));
