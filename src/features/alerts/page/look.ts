import type { AlertNames } from "../alerts.ts";
import type { SampleDeps } from "../preview.ts";
import { previewLooks, type LookDeps, type Previewed } from "../../messages/preview-messages.ts";
import type { Event } from "../../../core/event.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import type { Result } from "../../../core/result.ts";
import type { Target } from "../../creators/resource/form.ts";
import { eventTypes } from "../../../kinds/events.ts";
import type { PageContext } from "../../../ui/page.ts";

const isEnd = ({ type }: Event): boolean => eventTypes[type]?.ends !== undefined;

/** Dependencies of a preview, built from what the page has already read, without queries. */
export function trialDeps(
  { ports, now }: PageContext<"trials">,
  names: AlertNames,
  events: Event[],
): SampleDeps & LookDeps {
  const has = (all: { id: string }[], id: string | null) => id === null || all.some((one) => one.id === id);
  return {
    ...ports.trials,
    now: async () => now,
    channel: async (id) => names.channels.find((one) => one.id === id) ?? null,
    dangling: async ({ channelId, watchlistId, targetId }) => [
      ...(has(names.channels, channelId) ? [] : ["channelId"]),
      ...(has(names.lists, watchlistId) ? [] : ["watchlistId"]),
      ...(has(names.targets, targetId) ? [] : ["targetId"]),
    ],
    // A start represents an alert better than an end.
    latest: async () => [...events].sort((a, b) => Number(isEnd(a)) - Number(isEnd(b))),
    target: async (id) => (names.targets.find((one) => one.id === id) ?? null) as Target | null,
  };
}

/** Previews an unsaved alert. */
export const lookOf = (
  context: PageContext<"trials">,
  subscription: JsonObject,
  names: AlertNames,
  events: Event[],
): Promise<Result<Previewed, Refusal>> =>
  previewLooks({ subscription: tried(subscription) }, trialDeps(context, names, events));

/** The body of a draft, which needs no name. */
export const tried = ({ name, ...more }: JsonObject): JsonObject =>
  name === "" ? more : { name: name ?? "Draft", ...more };

/** Errors of a preview, with pointers into its form. */
export const ofDraft = (errors: FieldError[]): FieldError[] =>
  errors.map(({ pointer, message }) => ({ pointer: pointer.replace(/^\/subscription/, ""), message }));
