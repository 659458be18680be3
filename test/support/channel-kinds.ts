import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type AnyChannelKind, apiBases, basesFrom, channelKinds } from "../../src/channels/registry.ts";
import type { ApiBases, ChannelExample } from "../../src/channels/kind.ts";
import type { Limits } from "../../src/channels/limits.ts";
import { receivers } from "../../build/receivers.ts";
import type { Receiver } from "../../sim/inbox/receiver.ts";

// What tests know about channel kinds, each from its own folder. Missing parts are named with the file where they
// belong.

const folder = join(import.meta.dirname, "../../src/channels");

const files = new Map<string, { limits?: Limits }>();
for (const kind of Object.keys(channelKinds)) {
  const file = join(folder, kind, "limits.ts");
  if (existsSync(file)) files.set(kind, (await import(file)) as { limits?: Limits });
}

function provided<What>(what: What | undefined, kind: string, name: string, file: string): What {
  if (what === undefined)
    expect.fail(`${kind} has no ${name}: add it to its declaration (src/channels/${kind}/${file})`);
  return what;
}

export const exampleOf = (kind: string): ChannelExample<Record<string, string>> =>
  provided(channelKinds[kind]?.example, kind, "example", "kind.ts");

export const limitsOf = (kind: string): Limits => provided(files.get(kind)?.limits, kind, "limits", "limits.ts");

/** Whom a body pings beyond those allowed; nobody for kinds that programs read. */
export const uninvited = (kind: string): NonNullable<Limits["uninvited"]> =>
  isChat(kind) ? provided(limitsOf(kind).uninvited, kind, "limits.uninvited", "limits.ts") : () => [];

/** The length that a message can always have. */
export const carriedBy = (kind: string): NonNullable<Limits["carries"]> =>
  provided(limitsOf(kind).carries, kind, "limits.carries", "limits.ts");

/** The mentions that the destination can ping. */
export const callsOf = (kind: string): NonNullable<Limits["calls"]> =>
  provided(limitsOf(kind).calls, kind, "limits.calls", "limits.ts");

/** The ids of existing messages at the destination. */
export const standingOf = (kind: string): NonNullable<Limits["standing"]> =>
  provided(limitsOf(kind).standing, kind, "limits.standing", "limits.ts");

export const receiverOf = (kind: string): Receiver => provided(receivers[kind], kind, "receiver", "sim.ts");

/** Reports whether people read the messages. */
export const isChat = (kind: string): boolean => channelKinds[kind]?.preview !== undefined;

/** All kinds with their names. */
export const everyKind = Object.entries(channelKinds) as [name: string, kind: AnyChannelKind][];

/** The names of the kinds that people read. */
export const chatKinds = Object.keys(channelKinds).filter(isChat);

/** The API base addresses of the simulator at this address. */
export const basesAt = (simulator: string): ApiBases =>
  basesFrom((variable) => apiBases.find((one) => one.variable === variable)!.demo.replace("{simulator}", simulator));
