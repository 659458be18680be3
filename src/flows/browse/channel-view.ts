import { iso } from "../../core/instant.ts";

export interface Channel {
  id: string;
  kind: string;
  name: string;
  enabled: boolean;
  disabledReason: string | null;
  /** The settings as they may be shown. */
  masked: Record<string, string>;
  createdAt: number;
  updatedAt: number;
}

/** A channel as the API shows it; `made` is what was made for it just now, shown this once. */
export const channelView = (channel: Channel, made: Record<string, string> = {}) => ({
  id: channel.id,
  kind: channel.kind,
  name: channel.name,
  enabled: channel.enabled,
  disabledReason: channel.disabledReason,
  settings: { ...channel.masked, ...made },
  createdAt: iso(channel.createdAt),
  updatedAt: iso(channel.updatedAt),
});
