import { z } from "@hono/zod-openapi";
import { channelKinds } from "../../channels/registry.ts";
import { channelForm } from "../../flows/manage/channel-form.ts";
import { subscriptionForm } from "../../flows/manage/subscription-form.ts";
import { targetForm } from "../../flows/manage/target-form.ts";
import { watchlistForm } from "../../flows/manage/watchlists.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { Body } from "./route.ts";

/** One of several, each a shape of its own; a union needs two. */
function oneOf(all: z.ZodType[]): z.ZodType {
  const [first, ...others] = all;
  return others.length === 0 ? first! : z.union(all as [z.ZodType, z.ZodType]);
}

/** The forms of the API as its document shows them: the very schemas that judge what is sent. */
export const forms: Record<"watchlist" | "target" | "channel" | "subscription", Body> = {
  watchlist: {
    schema: watchlistForm,
    example: { name: "Music", description: "Singers and bands" },
  },
  target: {
    schema: oneOf(Object.values(targetKinds).map((kind) => targetForm(kind, 1))),
    example: { kind: "live", name: "Maria", params: { userId: "7012", handle: "maria" } },
  },
  channel: {
    schema: oneOf(Object.values(channelKinds).map((kind) => channelForm(kind, false))),
    example: { kind: "webhook", name: "My program", settings: { url: "https://example.com/tallylight" } },
  },
  subscription: {
    schema: subscriptionForm,
    example: { name: "Everyone who goes live", events: ["live.*"], channelId: "ch_…" },
  },
};

/** A merge patch of what the form makes. */
export const patchOf = (what: string): Body => ({
  schema: z
    .record(z.string(), z.unknown())
    .openapi({ description: `JSON Merge Patch (RFC 7396) of the ${what}: null resets a field to its default.` }),
  example: { name: "Another name" },
});
