import type { AnyChannelKind } from "../../channels/registry.ts";
import type { UnsubscribeLinks } from "../../core/unsubscribe-links.ts";

export interface UnsubscribeDeps {
  unsubscribeLinks: Pick<UnsubscribeLinks, "to">;
}

/**
 * Where the recipients of a channel unsubscribe: a link for its only recipient, or for all. Empty if its kind has no
 * recipients who can.
 */
export function unsubscribeUrlFor(
  { unsubscribing }: Pick<AnyChannelKind, "unsubscribing">,
  channelId: string,
  settings: unknown,
  { unsubscribeLinks }: UnsubscribeDeps,
): { unsubscribeUrl?: string | null } {
  if (unsubscribing === undefined) return {};
  const [only = null, ...rest] = unsubscribing.recipients(settings);
  return { unsubscribeUrl: unsubscribeLinks.to(channelId, rest.length === 0 ? only : null) };
}
