import * as z from "zod";
import { channelKinds } from "../../../channels/registry.ts";
import { isFailing } from "../../../core/channel-failure.ts";
import { iso } from "../../../core/instant.ts";
import { canonical, isObject, type Json, type JsonObject, mergePatch } from "../../../core/json.ts";
import type { Language } from "../../../core/language.ts";
import type { Addresses } from "../../../core/public-url.ts";
import { type FieldError, invalid, type Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { instant } from "../../../resources/shape-fields.ts";
import { readForm } from "../../../resources/form.ts";
import { resource, type Tools, type Validated } from "../../../resources/resource.ts";
import { type Channel, channelForm, formOfKind, kindNames, type OwnOfChannel } from "./form.ts";
import { withRecipients } from "./recipients.ts";
import { type AskingChannel, goesElsewhere, movedNews, openedSettings, placeOf, settled, touched } from "./settings.ts";
import { channels } from "./table.ts";
import { operatorWords } from "../../../kinds/operator-words/words.ts";

/** The failure of a channel as the API serializes it. */
const failingForm = () =>
  z
    .strictObject({
      since: instant().describe("When messages stopped arriving."),
      reason: z.string().describe("The destination's error message."),
      mend: z.string().describe("What to do."),
      waiting: z.int().describe("Number of waiting deliveries, as of the last tick."),
    })
    .nullable()
    .describe(
      "Set after the second rejection in a row, or after 15 minutes in which messages fail and none arrives; otherwise null. The channel is retried every ten minutes. When a message arrives, all waiting deliveries become due at once.",
    );

function failingDisplayed({ failingSince, failure }: Channel) {
  if (failingSince === null || failure === null || !isFailing({ failingSince, failure })) return null;
  const { reason, fix, waiting } = failure;
  return { since: iso(failingSince), reason, mend: operatorWords.en.fixes[fix], waiting };
}

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
const closedForm = (form: z.ZodObject) =>
  form.partial({ settings: true }).extend({
    sealed: z
      .string()
      .max(LONGEST_SEALED)
      .optional()
      .describe("The encrypted settings from an export with `?secrets=encrypted`, instead of `settings`."),
  });

/** Parses a channel of the document. `settings` are validated by its kind; null removes one. */
function readEntry(body: JsonObject, closed: z.ZodObject, addresses: Addresses): Result<ChannelReported, Refusal> {
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
async function validatedEntry(asking: AskingChannel, tools: Tools): Promise<Result<Validated<OwnOfChannel>, Refusal>> {
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
  const turns = channelKinds[form.kind]!.signing !== undefined;
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
const entryDisplayed = ({ kind, name, enabled, language, sealed }: Channel, secrets: boolean): JsonObject => ({
  kind,
  name,
  enabled,
  language,
  ...(secrets ? { sealed } : {}),
});

/** Settings are compared in encrypted form, because unchanged ones are not encrypted again. */
const differing = ({ before, after }: { before: Channel; after: Channel }): string[] =>
  before.sealed === after.sealed ? [] : ["settings"];

export const channel = resource<ReturnType<typeof channelForm>, OwnOfChannel>({
  name: "channels",
  noun: "channel",
  prefix: "ch",
  table: channels,
  form: channelForm,
  kinds: { names: kindNames, form: (kind, { addresses }) => formOfKind(kind, addresses) },
  refs: {},
  key: ({ kind, name }) => [kind, name],
  quota: { count: 200 },
  validated: settled,
  written: async (one, tools) => {
    const { kind, name, enabled, language } = one;
    return { kind, name, enabled, language, settings: (await openedSettings(one, tools)) ?? {} };
  },
  serialize: {
    settings: {
      schema: () => z.record(z.string(), z.union([z.string(), z.boolean(), z.record(z.string(), z.string())])),
      write: (settings) => settings,
    },
  },
  computedFields: {
    disabledReason: {
      schema: () => z.string().nullable().describe("Why Tallylight disabled it; null if it didn't."),
      of: ({ disabledReason }) => disabledReason,
    },
    failing: { schema: failingForm, of: failingDisplayed },
    updatedAt: { schema: () => instant().describe("When it was last changed."), of: ({ updatedAt }) => iso(updatedAt) },
  },
  made: { shown: ({ settings }, created) => ({ settings: { ...settings, ...created } }) },
  sideEffects: {
    // Deliveries that wait for a channel are due immediately when a person changes it.
    changed: (changes) => [
      {
        sql: `UPDATE deliveries SET next_attempt_at = made_at WHERE status = 'pending'
              AND +channel_id IN (SELECT value FROM json_each(?1)) AND coalesce(next_attempt_at > made_at, true)`,
        rows: changes.flatMap(({ after: { id, enabled } }) => (enabled ? id : [])),
      },
    ],
    removed: (ids, params) => [
      {
        sql: `UPDATE deliveries SET status = 'suppressed', reason = 'channel deleted', next_attempt_at = NULL
              WHERE channel_id IN (${ids}) AND (status = 'pending' OR status = 'held' AND summary IS NULL)`,
        params,
      },
    ],
  },
  words: {
    about:
      "A destination for messages: Slack, Discord, Telegram, ntfy, email, a signed webhook, or a service that takes JSON (`template`): Microsoft Teams, Google Chat, Gotify, Matrix and others. On Cloudflare, prefer `discord-bot` to `discord`: Discord sometimes blocks the addresses that all of Cloudflare shares, webhooks first, and messages then wait and are retried.",
    create: "Create a channel",
    creating:
      "URLs and secrets are write-only. A webhook secret that is generated here is shown only in this response.",
    changing:
      "Settings are merged into the stored ones. `enabled: true` clears `disabledReason`. Changing an enabled channel makes its waiting deliveries due at once. A new destination never gets the old secret: a webhook whose `url` changes without a `secret` gets a new one, shown only in this response. Other channels are notified that the destination changed (`channel.changed`).",
    deleting: "Its waiting deliveries are suppressed.",
  },
  example: {
    body: { kind: "webhook", name: "My program", settings: { url: "https://example.com/tallylight" } },
    patch: { name: "Another name" },
    own: { disabledReason: null, failingSince: null, failure: null, settings: { url: "https://example.com/…" } },
  },
  document: {
    order: "name",
    displayName: ({ name }) => name,
    entry: {
      forms: ({ addresses }) => kindNames.map((kind) => closedForm(formOfKind(kind, addresses))),
      read: (body, { addresses }) => readEntry(body, closedForm(channelForm()), addresses),
      validated: validatedEntry,
      shown: entryDisplayed,
      differing,
    },
  },
});
