import * as z from "zod";
import type { Addresses } from "../../../core/public-url.ts";
import { channelKinds } from "../../../channels/registry.ts";
import { canonical, isObject, type Json, type JsonObject, mergePatch } from "../../../core/json.ts";
import type { Language } from "../../../core/language.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { invalid, type FieldError, type Refusal } from "../../../core/refusal.ts";
import { readForm } from "../../../resources/form.ts";
import type { Validated, Tools } from "../../../resources/resource.ts";
import { formOfKind, type Channel, type channelForm, type OwnOfChannel } from "./form.ts";
import { goesElsewhere, movedNews, openedSettings, placeOf, settled, touched, type AskingChannel } from "./settings.ts";
import { withRecipients } from "./recipients.ts";

/** A channel in the configuration document: with plain settings, encrypted ones, or neither to keep the stored ones. */
interface Entry {
  kind: string;
  name: string;
  enabled: boolean;
  language: Language | null;
  settings?: JsonObject;
  sealed?: string;
}

type ChannelReported = z.output<ReturnType<typeof channelForm>>;

const LONGEST_SEALED = 100_000;

/** The form of an entry, with at most one of `sealed` and `settings`. */
export const closedForm = (form: z.ZodObject) =>
  form.partial({ settings: true }).extend({
    sealed: z
      .string()
      .max(LONGEST_SEALED)
      .optional()
      .describe("The encrypted settings from an export with `?secrets=encrypted`, instead of `settings`."),
  });

/** Parses a channel of the document. `settings` are validated by its kind; null removes one. */
export function readEntry(
  body: JsonObject,
  closed: z.ZodObject,
  addresses: Addresses,
): Result<ChannelReported, Refusal> {
  const { settings, ...rest } = body;
  const plain = readForm(closed, rest);
  const errors: FieldError[] = !plain.ok && plain.error.kind === "invalid" ? plain.error.errors : [];
  if (settings === undefined) return plain as Result<ChannelReported, Refusal>;
  if (rest["sealed"] !== undefined)
    errors.push({ pointer: "/sealed", message: "can't be combined with settings: use one of them" });
  const kind = rest["kind"];
  if (typeof kind !== "string" || !Object.hasOwn(channelKinds, kind)) return err({ kind: "invalid", errors });
  const whole = readForm(formOfKind(kind, addresses), { kind, name: "any", settings: withoutNulls(settings) });
  if (!whole.ok && whole.error.kind === "invalid")
    errors.push(...whole.error.errors.filter(({ pointer }) => pointer.startsWith("/settings")));
  if (!plain.ok || !whole.ok || errors.length > 0) return err({ kind: "invalid", errors });
  const taken = { ...(settings as JsonObject), ...(whole.value["settings"] as JsonObject) };
  return ok({ ...(plain.value as ChannelReported), settings: taken });
}

const withoutNulls = (settings: Json): Json => (isObject(settings) ? mergePatch({}, settings) : settings);

/** The settings that an entry asks for. */
export async function validatedEntry(
  asking: AskingChannel,
  tools: Tools,
): Promise<Result<Validated<OwnOfChannel>, Refusal>> {
  const { id, before } = asking;
  const form = asking.form as Entry;
  if (form.sealed !== undefined) return opened(form, form.sealed, asking, tools);
  if (form.settings === undefined) {
    if (before === null) return invalid("/settings", "is required: there is no such channel to keep them of");
    const reached = withRecipients(form.kind, form.enabled, before.settings);
    if (!reached.ok) return reached;
    return ok({
      own: { settings: before.settings, ...touched(before, form.enabled, form.enabled !== before.enabled) },
    });
  }
  // Values that a kind creates or rotates itself do not count as changes if the document omits them.
  const turns = channelKinds[form.kind]!.rotate !== undefined;
  const stored = before === null || !turns ? null : await openedSettings(before, tools);
  const settings = mergePatch(stored, form.settings) as JsonObject;
  const { kind, name, enabled, language } = form;
  return settled(
    { id, before, form: { kind, name, enabled, language, settings }, given: { settings: form.settings } },
    tools,
  );
}

async function opened(
  { kind, name, enabled }: Entry,
  sealed: string,
  { id, before }: AskingChannel,
  tools: Tools,
): Promise<Result<Validated<OwnOfChannel>, Refusal>> {
  const settings = await tools.open(sealed, placeOf(id));
  if (settings === null) return invalid("/sealed", "can't be decrypted as the settings of this channel");
  const read = readForm(formOfKind(kind, tools.limits.addresses), { kind, name, enabled, settings });
  if (!read.ok) return invalid("/sealed", `holds settings that are refused: ${reasonsOf(read.error)}`);
  const reached = withRecipients(kind, enabled, read.value.settings);
  if (!reached.ok) return reached;
  const stored = before === null || before.sealed === sealed ? null : await openedSettings(before, tools);
  const same = before !== null && (before.sealed === sealed || canonical(stored) === canonical(settings));
  const own = touched(before, enabled, before?.enabled !== enabled || (enabled && !same));
  if (same) return ok({ own: { settings: before.settings, ...own } });
  const moved = before !== null && goesElsewhere(kind, stored, settings);
  const masked = channelKinds[kind]!.mask(read.value.settings);
  return ok({ own: { settings: masked, sealed, ...own }, news: moved ? movedNews(id, name, tools) : [] });
}

const reasonsOf = (refusal: Refusal): string =>
  refusal.kind === "invalid" ? refusal.errors.map(({ pointer, message }) => `${pointer} ${message}`).join("; ") : "";

/** A channel in the document; never with plain settings. */
export const entryDisplayed = ({ kind, name, enabled, language, sealed }: Channel, secrets: boolean): JsonObject => ({
  kind,
  name,
  enabled,
  language,
  ...(secrets ? { sealed } : {}),
});

/** Settings are compared in encrypted form, because unchanged ones are not encrypted again. */
export const differing = ({ before, after }: { before: Channel; after: Channel }): string[] =>
  before.sealed === after.sealed ? [] : ["settings"];
