import * as z from "zod";
import { PUBLIC_ONLY } from "../../../channels/public-url.ts";
import { channelKinds } from "../../../channels/registry.ts";
import { targetKinds } from "../../../targets/registry.ts";
import { channelForm } from "../channel-form.ts";
import { digestForm } from "../digests.ts";
import { silenceForm } from "../silences.ts";
import { subscriptionForm } from "../subscription-form.ts";
import { targetForm } from "../target-form.ts";
import { watchlistForm } from "../watchlists.ts";
import { PREFIXES, type Section } from "./things.ts";

const entries = z.array(z.unknown(), "must be a list; [] for none").optional();

/** The frame of the document: what stands in its lists is judged entry by entry. */
export const frameForm = z.strictObject({
  version: z.literal(1, "must be 1"),
  watchlists: entries,
  targets: entries,
  channels: entries,
  subscriptions: entries,
  digests: entries,
  silences: entries,
});

/** The id of an entry: one that the service made, or one's own. */
export const idForm = (section: Section) => {
  const prefix = PREFIXES[section];
  const message = `must be ${prefix}_ and 1 to 100 letters, digits, - or _`;
  return z.string(message).regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]{1,100}$`), message);
};

const listOf = (section: Section, forms: z.ZodObject[]) => {
  const [first, ...others] = forms.map((form) => form.extend({ id: idForm(section).optional() }));
  return z.array(others.length === 0 ? first! : z.union([first!, ...others])).optional();
};

const sealed = z.string().optional();

/** The whole document, as people read of it. */
export const configForm = z.strictObject({
  version: z.literal(1),
  watchlists: listOf("watchlists", [watchlistForm]),
  targets: listOf(
    "targets",
    Object.values(targetKinds).map((kind) => targetForm(kind, 1)),
  ),
  channels: listOf(
    "channels",
    Object.values(channelKinds).map((kind) =>
      channelForm(kind, PUBLIC_ONLY).partial({ settings: true }).extend({ sealed }),
    ),
  ),
  subscriptions: listOf("subscriptions", [subscriptionForm]),
  digests: listOf("digests", [digestForm]),
  silences: listOf("silences", [silenceForm]),
});
