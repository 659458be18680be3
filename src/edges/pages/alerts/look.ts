import type { AlertNames } from "../../../flows/browse/alerts.ts";
import type { SampleDeps } from "../../../flows/manage/preview.ts";
import { previewLooks, type LookDeps, type Previewed } from "../../../flows/manage/looks.ts";
import type { Event } from "../../../core/event.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import type { Result } from "../../../core/result.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { eventTypes } from "../../../targets/events.ts";
import type { PageContext } from "../page.ts";

const isEnd = ({ type }: Event): boolean => eventTypes[type]?.ends !== undefined;

/** What a trial of an alert needs, out of what the page has read already: it asks the database for nothing. */
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
    // What begins something says more of an alert than what ends it.
    latest: async () => [...events].sort((a, b) => Number(isEnd(a)) - Number(isEnd(b))),
    target: async (id) => (names.targets.find((one) => one.id === id) ?? null) as Target | null,
  };
}

/** An alert that is not kept, shown in each chat. */
export const lookOf = (
  context: PageContext<"trials">,
  subscription: JsonObject,
  names: AlertNames,
  events: Event[],
): Promise<Result<Previewed, Refusal>> =>
  previewLooks({ subscription: tried(subscription) }, trialDeps(context, names, events));

/** A draft needs no name. */
export const tried = ({ name, ...more }: JsonObject): JsonObject =>
  name === "" ? more : { name: name ?? "Draft", ...more };

/** Faults of a draft that was tried, by the pointers of its form. */
export const ofDraft = (errors: FieldError[]): FieldError[] =>
  errors.map(({ pointer, message }) => ({ pointer: pointer.replace(/^\/subscription/, ""), message }));
