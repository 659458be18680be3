import * as z from "zod";
import { PUBLIC_ONLY } from "../../channels/public-url.ts";
import { channelKinds } from "../../channels/registry.ts";
import { backtestForm } from "../../flows/manage/backtest.ts";
import { channelForm } from "../../flows/manage/channel-form.ts";
import { configForm } from "../../flows/manage/config/document.ts";
import { digestForm } from "../../flows/manage/digests.ts";
import { previewForm } from "../../flows/manage/preview.ts";
import { probeForm } from "../../flows/manage/probe.ts";
import { silenceForm } from "../../flows/manage/silences.ts";
import { subscriptionForm } from "../../flows/manage/subscription-form.ts";
import { targetForm } from "../../flows/manage/target-form.ts";
import { tokenForm } from "../../flows/manage/tokens.ts";
import { watchlistForm } from "../../flows/manage/watchlists.ts";
import { targetKinds } from "../../targets/registry.ts";
import { CSV_COLUMNS } from "./csv-rows.ts";
import type { Body } from "./route.ts";

const ROWS =
  "Up to 10,000 targets, each as POST /v1/targets takes it; `watchlist` may stand for `watchlistId`: an id or a name.";

/** One of several, each a shape of its own; a union needs two. */
function oneOf(all: z.ZodType[]): z.ZodType {
  const [first, ...others] = all;
  return others.length === 0 ? first! : z.union(all as [z.ZodType, z.ZodType]);
}

/** The forms of the API as its document shows them: the very schemas that judge what is sent. */
export const forms: Record<
  | "watchlist"
  | "target"
  | "import"
  | "channel"
  | "subscription"
  | "preview"
  | "backtest"
  | "silence"
  | "digest"
  | "token"
  | "config"
  | "probe",
  Body
> = {
  watchlist: {
    schema: watchlistForm,
    example: { name: "Music", description: "Singers and bands" },
  },
  target: {
    schema: oneOf(Object.values(targetKinds).map((kind) => targetForm(kind, 1))),
    example: { kind: "live", name: "Maria", params: { userId: "7012", handle: "maria" } },
  },
  import: {
    schema: z
      .array(
        z.looseObject({ watchlist: z.string().optional().describe("An id or a name, in the place of `watchlistId`.") }),
      )
      .max(10_000)
      .meta({ description: ROWS }),
    example: [{ kind: "live", name: "Maria", params: { userId: "7013" }, watchlist: "default" }],
    also: {
      "application/x-ndjson": {
        schema: z.string(),
        example: '{"kind":"live","name":"Maria","params":{"userId":"7013"}}\n',
      },
      "text/csv": { schema: z.string(), example: `${CSV_COLUMNS.join(",")}\nlive,Maria,default,7013,,,,,,,60,1\n` },
    },
  },
  channel: {
    schema: oneOf(Object.values(channelKinds).map((kind) => channelForm(kind, PUBLIC_ONLY))),
    example: { kind: "webhook", name: "My program", settings: { url: "https://example.com/tallylight" } },
  },
  subscription: {
    schema: subscriptionForm,
    example: { name: "Everyone who goes live", events: ["live.*"], channelId: "ch_…" },
  },
  preview: {
    schema: previewForm,
    example: {
      subscription: { events: ["live.started"], channelId: "ch_…", template: { "live.started": "{{name}} is live" } },
    },
  },
  backtest: {
    schema: backtestForm,
    example: { subscriptionId: "sub_…", since: "2026-03-01T00:00:00.000Z", until: "2026-03-08T00:00:00.000Z" },
  },
  silence: {
    schema: silenceForm,
    example: { type: "live.*", until: "2099-01-01T00:00:00.000Z", reason: "Maintenance" },
  },
  digest: {
    schema: digestForm,
    example: {
      name: "Monday's movers",
      channelId: "ch_…",
      schedule: "0 9 * * 1",
      timezone: "Europe/Berlin",
      period: "P7D",
    },
  },
  token: {
    schema: tokenForm,
    example: { name: "Dashboard", scopes: ["read"], expiresAt: "2099-01-01T00:00:00.000Z" },
  },
  config: {
    schema: configForm,
    example: {
      version: 1,
      watchlists: [{ name: "default" }, { name: "Music", description: "Singers and bands" }],
      targets: [{ kind: "live", name: "Maria", params: { userId: "7012" }, watchlistId: "Music" }],
      channels: [{ kind: "webhook", name: "My program", settings: { url: "https://example.com/tallylight" } }],
      subscriptions: [{ name: "Everyone who goes live", events: ["live.*"], channelId: "My program" }],
    },
    also: {
      "application/yaml": {
        schema: z.string(),
        example: 'version: 1\ntargets:\n  - kind: live\n    name: Maria\n    params: { userId: "7012" }\n',
      },
    },
  },
  probe: {
    schema: probeForm,
    example: { operation: "live.check", params: { userId: "7012" } },
  },
};

/** A merge patch of what the form makes. */
export const patchOf = (what: string, example: object = { name: "Another name" }): Body => ({
  schema: z
    .record(z.string(), z.unknown())
    .meta({ description: `JSON Merge Patch (RFC 7396) of the ${what}: null resets a field to its default.` }),
  example,
});
