import * as z from "zod";
import type { Addresses } from "../../channels/public-url.ts";
import { channelKinds, type AnyChannelKind } from "../../channels/registry.ts";
import { isObject } from "../../core/json.ts";
import type { Result } from "../../core/result.ts";
import { readForm } from "./form.ts";
import type { Refusal } from "./refusal.ts";
import { nameText } from "./texts.ts";

export interface ChannelForm {
  kind: string;
  name: string;
  enabled: boolean;
  /** As the kind takes them. */
  settings: unknown;
}

const common = { name: nameText(200), enabled: z.boolean().default(true) };

/** What a person says of a channel of this kind; URLs must be of these addresses. */
export const channelForm = (kind: AnyChannelKind, addresses: Addresses) =>
  z.strictObject({ kind: z.literal(kind.kind), ...common, settings: kind.settings(addresses) });

const kindNames = Object.keys(channelKinds);

/** The form where the kind is none that is known. */
export const kindless = z.strictObject({
  kind: z.enum(kindNames, `must be one of: ${kindNames.join(", ")}`),
  ...common,
  settings: z.looseObject({}),
});

/** Reads what a person says of a channel; every kind judges its own settings. */
export function readChannel(body: unknown, addresses: Addresses): Result<ChannelForm, Refusal> {
  const name = isObject(body) && typeof body["kind"] === "string" ? body["kind"] : "";
  const kind = Object.hasOwn(channelKinds, name) ? channelKinds[name] : undefined;
  return readForm((kind === undefined ? kindless : channelForm(kind, addresses)) as z.ZodType<ChannelForm>, body);
}
