import * as z from "zod";
import type { Addresses } from "../../core/public-url.ts";
import { channelKinds } from "../../channels/registry.ts";
import type { ChannelFailure } from "../../core/channel-failure.ts";
import type { JsonObject } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import { enabledFlag, languageOrNull, nameText } from "../fields.ts";
import type { Stored } from "../resource.ts";

export const kindNames = Object.keys(channelKinds);

/** Made once: a configuration has hundreds of channels, and each is read by a form of its own. */
const common = lazy(() => ({
  name: nameText(200),
  enabled: enabledFlag("Whether messages are sent to the channel."),
  language: languageOrNull("the one of the variable `LANGUAGE`"),
}));

/** What all kinds have in common, and the form where the kind is none that is known. */
export const channelForm = lazy(() =>
  z.strictObject({
    kind: z.enum(kindNames, `must be one of: ${kindNames.join(", ")}`).describe("Kind of destination."),
    ...common(),
    settings: z.looseObject({}).describe("Settings of its kind. Secrets are write-only."),
  }),
);

/** What a person says of a channel of this kind; URLs must be of these addresses. */
export const formOfKind = (kind: string, addresses: Addresses) =>
  z.strictObject({
    kind: z.literal(kind).describe(channelKinds[kind]!.title),
    ...common(),
    settings: (channelKinds[kind]!.settings(addresses) as z.ZodType<JsonObject>).describe("Settings of this kind."),
  });

/** The address of a channel as it may be shown; null for a kind that has none. */
export const shownUrl = ({ settings }: Pick<OwnOfChannel, "settings">): string | null =>
  typeof settings["url"] === "string" ? settings["url"] : null;

/** What a channel has beyond its form; delivering writes all of it but `settings` and `sealed` too. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
export type OwnOfChannel = {
  disabledReason: string | null;
  /** The settings as they may be shown. */
  settings: Record<string, string | boolean>;
  /** The settings in full, encrypted. */
  sealed: string;
  pausedUntil: number;
  pacedUntil: number;
  failingSince: number | null;
  failure: ChannelFailure | null;
  recoveredAt: number | null;
};

/** Where messages go. */
export type Channel = Stored<ReturnType<typeof channelForm>, OwnOfChannel>;
