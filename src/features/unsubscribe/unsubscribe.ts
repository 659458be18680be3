import type { UnsubscribeLinks } from "../../core/unsubscribe-links.ts";
import { channelKinds } from "../../channels/registry.ts";
import type { OperatorNews } from "../../core/drift-detector.ts";
import type { Json } from "../../core/json.ts";
import { conflict, type Refusal } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import { channel } from "../channels/resource/channel.ts";
import type { Channel } from "../channels/resource/form.ts";
import { EVERYONE_UNSUBSCRIBED } from "../channels/resource/recipients.ts";
import { movedNews, openedSettings, placeOf } from "../channels/resource/settings.ts";
import type { StoreDeps } from "../../resources/write/write-resource.ts";

/** `write` gets the recipient who was removed. */
export interface UnsubscribeDeps extends Pick<StoreDeps, "find" | "open" | "seal" | "now" | "announce" | "by"> {
  write(
    change: { before: Channel; after: Channel; fields: string[] },
    recipient: string,
  ): ReturnType<StoreDeps["write"]>;
}

export interface UnsubscribePorts {
  /** Links by which recipients of emails unsubscribe. */
  unsubscribeLinks: Pick<UnsubscribeLinks, "read">;
}

/** A removal that loses a race is repeated with the current recipients. */
const MAX_TRIES = 5;

/**
 * Removes the recipient of a channel that `isLeaving` matches; nothing happens if there is none. Without recipients the
 * channel is disabled, so that waiting messages are skipped. Other channels are notified as of any changed destination.
 */
export async function unsubscribe(
  channelId: string,
  isLeaving: (recipient: string) => boolean,
  deps: UnsubscribeDeps,
): Promise<Result<null, Refusal>> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = await deps.find<Channel>(channel, channelId);
    const kind = before === null ? undefined : channelKinds[before.kind]?.unsubscribing;
    if (before === null || kind === undefined) return ok(null);
    const settings = await openedSettings(before, deps);
    if (settings === null) return conflict("No key can decrypt the channel's settings.");
    const recipient = kind.recipients(settings).find(isLeaving);
    if (recipient === undefined) return ok(null);
    const now = await deps.now();
    const { after, fields } = await without(before, kind.without(settings, recipient) as Json, now, deps);
    const written = await deps.write({ before, after, fields }, recipient);
    if (written.ok) {
      const news: OperatorNews[] = movedNews(channelId, before.name, { by: deps.by, now });
      await deps.announce(news, now);
      return ok(null);
    }
    if (written.error.kind === "missing") return ok(null);
    if (written.error.kind !== "moved") throw new Error(`a recipient was not removed: ${written.error.kind}`);
  }
  return conflict("The channel was changed by others at the same time; try again.");
}

/** The channel with these settings, disabled if they have no recipients. */
async function without(before: Channel, settings: Json, now: number, { seal }: Pick<UnsubscribeDeps, "seal">) {
  const kind = channelKinds[before.kind]!;
  const own = { settings: kind.mask(settings), sealed: await seal(settings, placeOf(before.id)) };
  const left = kind.unsubscribing!.recipients(settings).length;
  const disabled = { enabled: false, disabledReason: EVERYONE_UNSUBSCRIBED, failingSince: null, failure: null };
  const changes = left === 0 ? { ...own, ...disabled } : own;
  return {
    after: { ...before, ...changes, updatedAt: now, revision: before.revision + 1 },
    fields: Object.keys(changes),
  };
}
