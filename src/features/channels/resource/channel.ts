import * as z from "zod";
import { isFailing } from "../../../core/channel-failure.ts";
import { iso } from "../../../core/instant.ts";
import { operatorWords } from "../../../kinds/operator-words/words.ts";
import { instant } from "../../../resources/fields.ts";
import { resource } from "../../../resources/resource.ts";
import { closedForm, differing, entryDisplayed, readEntry, validatedEntry } from "./entry.ts";
import { channelForm, formOfKind, kindNames, type Channel, type OwnOfChannel } from "./form.ts";
import { openedSettings, settled } from "./settings.ts";
import { channels } from "./table.ts";

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
