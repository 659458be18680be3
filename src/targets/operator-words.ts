import type { Event } from "../core/event.ts";
import { isObject } from "../core/json.ts";
import type { Reason } from "../core/pulse.ts";
import type { Notice, Tone } from "../core/notice.ts";

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** A notice for whoever runs Tallylight: a headline and one sentence. */
const operatorNotice = (tone: Tone, title: string, body: string, event: Event): Notice => ({
  tone,
  title,
  url: null,
  body: [body, " · ", { at: event.detectedAt, style: "relative" }],
  fields: [],
  line: [{ strong: title }, ` · ${body}`],
  links: [],
  footer: null,
});

const upstream = (tone: Tone, title: string) => (event: Event) =>
  operatorNotice(tone, title, text(event.data["detail"]), event);

const nameOf = (event: Event): string => event.target?.name ?? "A target";

function failing(event: Event): Notice {
  const fault = event.data["fault"];
  const why = isObject(fault) ? text(fault["detail"]) : "";
  const body = `${text(event.data["count"])} tries in a row failed; the last one: ${why}`;
  return operatorNotice("warning", `${nameOf(event)} cannot be read`, body, event);
}

const readable = (event: Event): Notice =>
  operatorNotice("up", `${nameOf(event)} can be read again`, `after ${text(event.data["count"])} failed tries`, event);

const troubles: Record<Reason, string> = {
  tick_ahead: "The last tick is ahead of the clock",
  no_ticks: "Ticks were missing",
  tick_failed: "Ticks fail",
  no_polls: "Nothing is polled",
  batches_lost: "Polls are lost again and again",
  queue_refused: "The queue takes no messages",
  budget_exceeded: "More is asked than the budget can poll",
  upstream_unauthorized: "The polled service refuses the credentials",
  upstream_key_expired: "The account's key session has expired",
  upstream_throttled: "The polled service asks for fewer calls",
  upstream_failing: "Every poll fails",
  upstream_drifted: "The polled service answers in another shape",
  upstream_suspect: "Too many creators flipped at once",
  channel_key_lost: "A channel's key is lost",
};

const troubleTitle = (reason: string): string =>
  Object.hasOwn(troubles, reason) ? troubles[reason as Reason] : "Tallylight is not well";

/** Words for the events that are not one kind's own: troubles of targets and of the polled service. */
export const operatorWords: Record<string, (event: Event) => Notice> = {
  "target.failing": failing,
  "target.recovered": readable,
  "channel.disabled": (event) =>
    operatorNotice(
      "warning",
      "A channel was disabled",
      `${text(event.data["name"])}: ${text(event.data["reason"])}`,
      event,
    ),
  "system.degraded": (event) =>
    operatorNotice("warning", troubleTitle(text(event.data["reason"])), text(event.data["detail"]), event),
  "system.recovered": (event) =>
    operatorNotice("up", `Over: ${troubleTitle(text(event.data["reason"]))}`, text(event.data["detail"]), event),
  "channel.changed": (event) =>
    operatorNotice(
      "warning",
      "A channel goes elsewhere now",
      `${text(event.data["name"])}: its destination was changed by ${text(event.data["by"])}`,
      event,
    ),
  "upstream.unauthorized": upstream("warning", "The polled service refuses the credentials"),
  "upstream.key_expired": upstream("warning", "The account's key session has expired"),
  "upstream.throttled": upstream("warning", "The polled service asks for fewer calls"),
  "upstream.drifted": upstream("warning", "The polled service answers in another shape"),
  "upstream.suspect": upstream("warning", "Too many creators flipped at once"),
  "upstream.recovered": upstream("up", "The polled service answers well again"),
};
