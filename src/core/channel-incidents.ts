import type { Problem } from "./reason.ts";

/**
 * Channels to which nothing arrives: the start of the earliest failure (epoch ms), and what to do in one or two
 * sentences.
 */
export interface FailingChannels {
  since: number;
  detail: string;
}

/** Lists the problems of channels that ticks have found. */
export function channelTroubles(findings: {
  lostKeys: number;
  lostKeysAtLeast: boolean;
  failingChannels: FailingChannels | null;
}): Problem[] {
  const { lostKeys, lostKeysAtLeast, failingChannels } = findings;
  const lost: Problem[] =
    lostKeys === 0 ? [] : [{ reason: "channel_key_lost", since: 0, detail: lostKeysText(lostKeys, lostKeysAtLeast) }];
  return failingChannels === null ? lost : [...lost, { reason: "channel_failing", ...failingChannels }];
}

const lostKeysText = (count: number, atLeast: boolean): string =>
  `No key can decrypt the settings of ${atLeast ? "at least " : ""}${count === 1 ? (atLeast ? "1 channel" : "a channel") : `${count} channels`}: add the key that encrypted them to ENCRYPTION_KEYS, or enter them again.`;
