import * as z from "zod";
import type { Addresses } from "../../../core/public-url.ts";
import type { Displayed } from "../../../channels/kind.ts";
import { channelKinds } from "../../../channels/registry.ts";
import type { ChannelFailure } from "../../../core/channel-failure.ts";
import type { JsonObject } from "../../../core/json.ts";
import { lazy } from "../../../core/lazy.ts";
import type { Pauses } from "../../../core/pauses.ts";
import { enabledFlag, languageOrNull, nameText } from "../../../resources/fields.ts";
import type { Stored } from "../../../resources/resource.ts";

export const kindNames = Object.keys(channelKinds);

/** Created once: a configuration has hundreds of channels, and each is parsed by the form of its kind. */
const common = lazy(() => ({
  name: nameText(200),
  enabled: enabledFlag("Turn this off to stop messages to the channel."),
  language: languageOrNull("the one of the variable `LANGUAGE`"),
}));

/** The fields of all kinds. Also the form if the kind is unknown. */
export const channelForm = lazy(() =>
  z.strictObject({
    kind: z.enum(kindNames, `must be one of: ${kindNames.join(", ")}`).describe("Kind of destination."),
    ...common(),
    settings: z.looseObject({}).describe("Settings of its kind. Secrets are write-only."),
  }),
);

/** The form of a channel kind. URLs must be allowed by `addresses`. */
const createForm = (kind: string, addresses: Addresses) =>
  z.strictObject({
    kind: z.literal(kind).describe(channelKinds[kind]!.title),
    ...common(),
    settings: (channelKinds[kind]!.settings(addresses) as z.ZodType<JsonObject>).describe("Settings of this kind."),
  });

/** The address of a channel as it may be shown; null if its kind has none. */
const created = new WeakMap<Addresses, Map<string, ReturnType<typeof createForm>>>();

/** What a person says of a channel of this kind; URLs must be of these addresses. Made once: an export has hundreds of channels. */
export function formOfKind(kind: string, addresses: Addresses) {
  const forms = created.get(addresses) ?? new Map<string, ReturnType<typeof createForm>>();
  created.set(addresses, forms);
  const form = forms.get(kind) ?? createForm(kind, addresses);
  forms.set(kind, form);
  return form;
}

/** The address of a channel as it may be shown; null for a kind that has none. */
export const displayedUrl = ({ settings }: Pick<OwnOfChannel, "settings">): string | null =>
  typeof settings["url"] === "string" ? settings["url"] : null;

/** The columns of a channel beyond its form. Delivering also writes them, except `settings` and `sealed`. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
export type OwnOfChannel = {
  disabledReason: string | null;
  /** The settings as they may be shown. */
  settings: Displayed;
  /** The full settings, encrypted. */
  sealed: string;
  pausedUntil: number;
  pauses: Pauses | null;
  pacedUntil: number;
  failingSince: number | null;
  failure: ChannelFailure | null;
  recoveredAt: number | null;
};

/** A channel. */
export type Channel = Stored<ReturnType<typeof channelForm>, OwnOfChannel>;
