import * as z from "zod";
import type { ApiBases } from "../../channels/kind.ts";
import { channelKinds } from "../../channels/registry.ts";
import { publicEvent, type Event } from "../../core/event.ts";
import type { IdPrefix } from "../../core/ids.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import type { Language } from "../../core/language.ts";
import type { Message } from "../../core/notice.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Subscription } from "./resource/subscription.ts";
import { asksFor, eventTypeNames, eventTypes, exampleEvent } from "../../kinds/events.ts";
import type { EventFilter } from "../../core/filter.ts";
import { plainText } from "../history/metric-text.ts";
import type { Target } from "../creators/resource/form.ts";
import { messageOf } from "../../engine/deliver/message.ts";
import { maskedJson, maskerOf } from "../../engine/deliver/secrets.ts";
import { displayedUrl } from "../channels/resource/form.ts";
import { readForm } from "../../resources/form.ts";
import { conflict, invalid, type Refusal } from "../../core/refusal.ts";
import { notifies } from "../../engine/route/match.ts";
import { itemOf } from "../../engine/route/assign-delivery.ts";
import { onlyOne, ONLY_ONE, triedFields, triedOf, type TrialDeps, type TriedChannel } from "../service/trial.ts";

export const previewForm = lazy(() =>
  z
    .strictObject({
      ...triedFields(),
      eventId: z
        .string()
        .describe("The event to preview. Default: the latest that matches, else an example.")
        .optional(),
    })
    .refine(onlyOne, ONLY_ONE),
);

export interface PreviewDeps extends TrialDeps {
  event(id: string): Promise<Event | null>;
  /** Newest first. */
  latest(filter: EventFilter, max: number): Promise<Event[]>;
  target(id: string): Promise<Target | null>;
  /** The decrypted settings; null if no key decrypts them. */
  settingsOf(channelId: string): Promise<Json>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
  wallNow(): number;
  /** The base addresses of the bots' APIs. */
  bases: ApiBases;
  /** The default language if the channel has none. */
  language: Language;
}

interface Previewed {
  event: JsonObject;
  /** True if the event is an example, because no stored one matches. */
  sample: boolean;
  channelId: string;
  matches: boolean;
  /** What would be sent, without addresses, tokens and signatures. */
  payload: { method: string; url: string | null; headers: Record<string, string>; body: Json };
  /** The message as plain text. */
  text: string;
}

/** A subscription to try, and the event to try it on. */
export interface Sampled {
  subscription: Subscription;
  channel: TriedChannel;
  event: Event;
  /** True if the event is an example, because no stored one matches. */
  sample: boolean;
  message: Message;
}

/** The ports needed to choose an event and write its message. */
export type SampleDeps = Pick<
  PreviewDeps,
  keyof TrialDeps | "event" | "latest" | "target" | "newId" | "now" | "language"
>;

/**
 * Writes a subscription's message for the given event, otherwise for the latest one that matches, otherwise for an
 * example.
 */
export async function sampled(body: unknown, deps: SampleDeps): Promise<Result<Sampled, Refusal>> {
  const form = readForm(previewForm(), body);
  if (!form.ok) return form;
  const tried = await triedOf(form.value, deps);
  if (!tried.ok) return tried;
  const { subscription, channel } = tried.value;
  const { eventId } = form.value;
  const stored = eventId === undefined ? await latestOf(subscription, deps) : await deps.event(eventId);
  if (stored === null && eventId !== undefined) return invalid("/eventId", "names no event");
  const event = stored ?? (await invented(subscription, deps));
  const about = event.targetId === null ? null : await deps.target(event.targetId);
  const message = messageOf(
    [itemOf(event, subscription, [subscription], [about?.mention ?? []].flat())],
    new Map([[event.id, event]]),
    false,
    channel.language ?? deps.language,
  );
  return ok({ subscription, channel, event, sample: stored === null, message });
}

/** Shows a subscription's message for an event, without sending. */
export async function preview(body: unknown, deps: PreviewDeps): Promise<Result<Previewed, Refusal>> {
  const found = await sampled(body, deps);
  if (!found.ok) return found;
  const { subscription, channel, event, sample, message } = found.value;
  const settings = await deps.settingsOf(channel.id);
  if (settings === null) return conflict("No key can decrypt the channel's settings: enter them again.");
  const sent = channelKinds[channel.kind]!.render({
    settings,
    deliveryId: deps.newId("dlv"),
    message,
    at: deps.wallNow(),
    edit: null,
    plain: false,
    bases: deps.bases,
  });
  return ok({
    event: publicEvent(event),
    sample,
    channelId: channel.id,
    matches: notifies(subscription, event),
    payload: {
      method: sent.method,
      url: displayedUrl(channel),
      headers: { "content-type": sent.headers["content-type"] ?? "application/json" },
      body: maskedJson(JSON.parse(sent.body) as Json, maskerOf(channel.kind, settings)),
    },
    text: plainText(message),
  });
}

/** The number of latest events that are searched for a match. */
const MAX_LOOKED_AT = 500;

async function latestOf(subscription: Subscription, deps: SampleDeps): Promise<Event | null> {
  const { events, targetId, watchlistId } = subscription;
  const filter: EventFilter = {
    type: events.length === 1 ? events[0] : undefined,
    targetId: targetId ?? undefined,
    watchlistId: watchlistId ?? undefined,
  };
  const latest = await deps.latest(filter, MAX_LOOKED_AT);
  return latest.find((event) => notifies(subscription, event)) ?? null;
}

/** An example event that the subscription could receive: about its target, of the first type that fits. */
async function invented({ events, targetId, watchlistId }: Subscription, deps: SampleDeps): Promise<Event> {
  const found = targetId === null ? null : await deps.target(targetId);
  const wanted = eventTypeNames.filter((type) => events.some((pattern) => asksFor(pattern, type)));
  const type = wanted.find((one) => found !== null && eventTypes[one]!.kinds[0] === found.kind) ?? wanted[0]!;
  const target = found && { name: found.name, kind: found.kind, params: found.params };
  const about = found === null ? { watchlistId } : { targetId: found.id, watchlistId: found.watchlistId, target };
  return exampleEvent(type, deps.newId("evt"), await deps.now(), about);
}
