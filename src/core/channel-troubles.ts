import type { Trouble } from "./reason.ts";

/** The channels at which nothing arrives: since when the first of them, and what to do in a sentence or two. */
export interface FailingChannels {
  since: number;
  detail: string;
}

/** What is wrong with channels, as ticks found it. */
export function channelTroubles(findings: {
  lostKeys: number;
  lostKeysAtLeast: boolean;
  failingChannels: FailingChannels | null;
}): Trouble[] {
  const { lostKeys, lostKeysAtLeast, failingChannels } = findings;
  const lost: Trouble[] =
    lostKeys === 0 ? [] : [{ reason: "channel_key_lost", since: 0, detail: lostKeysText(lostKeys, lostKeysAtLeast) }];
  return failingChannels === null ? lost : [...lost, { reason: "channel_failing", ...failingChannels }];
}

const lostKeysText = (count: number, atLeast: boolean): string =>
  `No key opens the settings of ${atLeast ? "at least " : ""}${count === 1 ? (atLeast ? "1 channel" : "a channel") : `${count} channels`}: give ENCRYPTION_KEYS the key that sealed them, or enter them again.`;
