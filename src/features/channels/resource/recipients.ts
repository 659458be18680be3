import { channelKinds } from "../../../channels/registry.ts";
import { invalid, type Refusal } from "../../../core/refusal.ts";
import { ok, type Result } from "../../../core/result.ts";

/** Why a channel was disabled when its last recipient unsubscribed. */
export const EVERYONE_UNSUBSCRIBED = "everyone unsubscribed";

/** True if a channel of a kind with recipients has none. The settings may be masked: recipients are shown. */
export const lacksRecipients = (kind: string, settings: unknown): boolean =>
  channelKinds[kind]?.unsubscribing?.recipients(settings).length === 0;

/** Refuses to enable a channel that has no recipients. */
export function withRecipients(kind: string, enabled: boolean, settings: unknown): Result<null, Refusal> {
  if (!enabled || !lacksRecipients(kind, settings)) return ok(null);
  return invalid(`/settings/${channelKinds[kind]!.unsubscribing!.setting}`, "is required while the channel is on");
}
