import { match, type Matched } from "./match.ts";
import { settled, type ChannelEntry, type ChannelVault } from "./channel-entry.ts";
import { pointedAt, type Entries } from "./read-document.ts";
import { idsFor, sameKind, type Step } from "./step.ts";
import type { ConfiguredChannel, Things } from "./things.ts";

/** What was made for a channel just now, by the names of its settings. */
export interface Made {
  channelId: string;
  made: Record<string, string>;
}

/** The channels that there are to be, and what was made for them. */
export async function wantedChannels(
  entries: Entries["channels"],
  current: Things["channels"],
  step: Step,
  vault: ChannelVault,
): Promise<{ channels: ConfiguredChannel[]; made: Made[]; moved: { id: string; name: string }[] }> {
  if (entries === undefined) return { channels: current, made: [], moved: [] };
  const keyOf = ({ kind, name }: { kind: string; name: string }) => JSON.stringify([kind, name]);
  const matched = match(entries, current, keyOf, idsFor("channels", step), step.errors);
  const channels: ConfiguredChannel[] = [];
  const made: Made[] = [];
  const moved: { id: string; name: string }[] = [];
  for (const one of matched) {
    sameKind(one.entry.at, one.entry.form, one.before, step);
    const channel = await wantedChannel(one, step, vault);
    channels.push(channel);
    if (channel.moved) moved.push({ id: channel.id, name: channel.name });
    if (Object.keys(channel.made).length > 0) made.push({ channelId: channel.id, made: channel.made });
  }
  return { channels, made, moved };
}

async function wantedChannel(
  { entry: { at, form }, id, before }: Matched<ChannelEntry, ConfiguredChannel>,
  step: Step,
  vault: ChannelVault,
) {
  const settings = await settled(form, id, before, vault);
  if (!settings.ok) step.errors.push(...pointedAt(at, settings.error));
  const { sealed, masked, made, moved } = settings.ok
    ? settings.value
    : { sealed: "", masked: {}, made: {}, moved: false };
  const { kind, name, enabled } = form;
  return { id, kind, name, enabled, sealed, masked, made, moved, createdAt: before?.createdAt ?? step.now };
}
