import { displayedLine } from "../../channels/phrases.ts";
import { nextMorning } from "../../core/calendar.ts";
import { DAY_MS } from "../../core/duration.ts";
import { matchesType } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import { itemsFrom, Refusal } from "../../http/inside.ts";
import { isObject, type JsonObject, objectIn, objectsIn, scalarIn, textIn } from "../../core/json.ts";
import { paramsNamed } from "../../kinds/live/params.ts";
import type { Answer } from "./answers.ts";
import { creatorIn, nameOf } from "./find.ts";
import { typed, type Running } from "./running.ts";

/** Alerts and channels that one answer looks through. */
const MAX_SEARCHED = 1000;

/** The API's refusal in the answer's frame. */
export function refusal({ say: { words, refused } }: Running, body: JsonObject): Answer {
  const named = objectsIn(body["errors"])
    .slice(0, 3)
    .map(({ pointer, message }) => `${textIn(pointer).replace(/^\//, "")} ${textIn(message)}`);
  return refused(words.refused, [named.length > 0 ? named.join("\n") : textIn(body["detail"])]);
}

/** Watches someone who is named by user id, @handle or link, and says where that is announced. Can be undone. */
export async function watch(running: Running, options: Record<string, string>): Promise<Answer> {
  const { chat, command, say, api, deps } = running;
  const { words, answer, refused } = say;
  const asked = options["creator"] ?? "";
  if (asked === "") return refused(words.missing(typed(command.kind, "watch @maria")));
  const channel = options["channel"] === undefined ? null : await channelIn(running, options["channel"]);
  if (channel !== null && "answer" in channel) return channel.answer;
  const { watchlistId } = chat;
  const known = await deps.named(asked, watchlistId, 5);
  const wanted = asked.replace(/^@/, "").toLowerCase();
  const same = known.targets.find(
    (one) =>
      Object.values(one.params).some((value) => scalarIn(value).toLowerCase() === wanted) ||
      one.name.trim().toLowerCase() === wanted,
  );
  if (same !== undefined)
    return answer(words.watchedAlready(nameOf(same)), await announced(running, same.id, same.watchlistId));
  const name = displayedLine(
    /^https?:/i.test(asked) ? (/@([\w.-]+)/.exec(asked)?.[1] ?? asked) : asked.replace(/^@/, ""),
  ).slice(0, 100);
  const form = { kind: "live", name, params: paramsNamed(asked), ...(watchlistId === null ? {} : { watchlistId }) };
  const created = await api("POST", "/v1/targets", form, `${command.key}/watch`);
  if (created.status === 409) return answer(words.watchedAlready(name));
  if (created.status !== 201) return refusal(running, created.body);
  const id = textIn(created.body["id"]);
  if (channel !== null) {
    const alert = { name, events: ["live.*"], channelId: channel.id, targetId: id };
    const subscribed = await api("POST", "/v1/subscriptions", alert, `${command.key}/tell`);
    if (subscribed.status !== 201) return refusal(running, subscribed.body);
  }
  const where = await announced(running, id, textIn(created.body["watchlistId"]));
  return answer(words.watching(name), [words.notChecked, " ", ...where], {
    buttons: [{ label: words.undo, id: `unwatch:${id}` }],
  });
}

/** The channel that a text names, by name or by its id at the service. */
async function channelIn({ api, say }: Running, text: string): Promise<{ id: string } | { answer: Answer }> {
  const { words, refused } = say;
  const wanted = (/^<#(\w+)(?:\|[^>]*)?>$/.exec(text)?.[1] ?? text).replace(/^#/, "").toLowerCase();
  const channels = await itemsFrom(api, "/v1/channels", MAX_SEARCHED);
  const found = channels.find(({ id, name, settings }) => {
    const own = isObject(settings) ? [settings["channelId"], settings["channel"], settings["chatId"]] : [];
    return [id, name, ...own].some((one) => typeof one === "string" && one.replace(/^#/, "").toLowerCase() === wanted);
  });
  if (found !== undefined) return { id: textIn(found["id"]) };
  const names = channels.slice(0, 10).map(({ name }) => displayedLine(textIn(name)));
  return {
    answer: refused(words.noChannel(displayedLine(text)), names.length === 0 ? [] : [words.channels(names.join(", "))]),
  };
}

/** Where the starts of a creator are announced. Nothing is said if the chat may not see channels: one of a list may not. */
async function announced(running: Running, targetId: string, watchlistId: string): Promise<string[]> {
  if (running.chat.watchlistId !== null) return [];
  try {
    return await announcedIn(running, targetId, watchlistId);
  } catch (thrown) {
    if (thrown instanceof Refusal) return [];
    throw thrown;
  }
}

async function announcedIn({ api, say: { words } }: Running, targetId: string, watchlistId: string): Promise<string[]> {
  const [subscriptions, channels] = await Promise.all([
    itemsFrom(api, "/v1/subscriptions", MAX_SEARCHED),
    itemsFrom(api, "/v1/channels", MAX_SEARCHED),
  ]);
  const heard = subscriptions.filter(
    (one) =>
      one["enabled"] === true &&
      [null, targetId].includes(one["targetId"] as string | null) &&
      [null, watchlistId].includes(one["watchlistId"] as string | null) &&
      Array.isArray(one["events"]) &&
      one["events"].some((pattern) => matchesType(textIn(pattern), "live.started")),
  );
  const ids = new Set(heard.map(({ channelId }) => channelId));
  const names = channels.filter(({ id }) => ids.has(id!)).map(({ name }) => displayedLine(textIn(name)));
  return [names.length === 0 ? words.announcedNowhere : words.announcedIn(names.join(", "))];
}

/** Stops watching a creator. Can be undone. */
export async function unwatch(running: Running, options: Record<string, string>): Promise<Answer> {
  const { chat, command, say, deps } = running;
  const asked = options["creator"] ?? "";
  if (asked === "") return say.refused(say.words.missing(typed(command.kind, "unwatch @maria")));
  const found = await creatorIn(asked, chat.watchlistId, say, deps);
  return "answer" in found ? found.answer : unwatched(running, found.one);
}

/** The id of the button that watches a deleted creator again. Who was never seen is known by the user id alone. */
function undoOf(id: string, { params, status }: JsonObject): string {
  const { userId } = objectIn(params);
  return typeof userId === "string" && objectIn(status)["lastOkAt"] === null ? `add:${userId}` : `rewatch:${id}`;
}

/** Deletes a target, with the alerts that are about it alone. */
export async function unwatched(running: Running, one: { id: string; name: string }): Promise<Answer> {
  const { say, api } = running;
  const { words, answer } = say;
  const before = await api("GET", `/v1/targets/${one.id}`);
  const { status, body } = await api("DELETE", `/v1/targets/${one.id}?cascade=true`);
  if (status !== 204) return refusal(running, body);
  const buttons = [{ label: words.undo, id: undoOf(one.id, before.body) }];
  return answer(words.notWatching(nameOf(one)), [], { buttons });
}

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: DAY_MS };

/** A snooze that should end with the stream ends after a day at the latest. */
const LONGEST_STREAM_MS = DAY_MS;

/** When a snooze ends; null for a text that says no time. */
function snoozeEnd(text: string, now: number, zone: string): number | null {
  const [, count = "", unit = ""] = /^(\d{1,4})\s?([mhd])$/.exec(text.trim().toLowerCase()) ?? [];
  if (count !== "") return Number(count) > 0 ? now + Number(count) * UNITS[unit]! : null;
  return text.trim().toLowerCase() === "tomorrow" ? nextMorning(now, zone) : null;
}

/** Silences a creator, or everybody in the chat's watchlist. Can be undone. */
export async function snooze(running: Running, options: Record<string, string>): Promise<Answer> {
  const { chat, command, say, deps, now } = running;
  const { words, refused } = say;
  const [asked, span] = [options["creator"] ?? "", (options["for"] ?? "").toLowerCase()];
  if (asked === "") return refused(words.missing(typed(command.kind, "snooze @maria 2h")), [words.sayHowLong]);
  const isAll = asked.toLowerCase() === "all";
  const until = span === "live" && !isAll ? "live" : snoozeEnd(span, now, await deps.zone(chat.watchlistId));
  if (until === null) return refused(words.sayHowLong);
  if (isAll) return silenced(running, words.all, { watchlistId: chat.watchlistId }, Number(until));
  const found = await creatorIn(asked, chat.watchlistId, say, deps);
  if ("answer" in found) return found.answer;
  return until === "live"
    ? untilEnd(running, found.one)
    : silenced(running, nameOf(found.one), { targetId: found.one.id }, until);
}

/** Silences a creator who is live until the stream ends. */
export async function untilEnd(running: Running, one: { id: string; name: string }): Promise<Answer> {
  const { api, say, now } = running;
  const { status, body } = await api("GET", `/v1/targets/${one.id}`);
  if (status !== 200) return say.refused(say.words.gone);
  const state = objectIn(body["status"]);
  if (state["unknownSince"] !== null) return say.refused(nameOf(one), [say.words.isUnknown]);
  if (state["verdict"] !== "on") return say.refused(say.words.notLive(nameOf(one)));
  return silenced(running, nameOf(one), { targetId: one.id, untilEnd: true }, now + LONGEST_STREAM_MS);
}

/** Creates a silence. */
export async function silenced(running: Running, name: string, about: JsonObject, until: number): Promise<Answer> {
  const { api, say, command } = running;
  const { words, answer } = say;
  const reason = displayedLine(command.person.name).slice(0, 100);
  const { status, body } = await api(
    "POST",
    "/v1/silences",
    { ...about, until: iso(until), reason },
    `${command.key}/snooze`,
  );
  if (status !== 201) return refusal(running, body);
  const when = { at: until, style: "relative" } as const;
  const buttons = [{ label: words.undo, id: `unsnooze:${textIn(body["id"])}` }];
  return answer(words.snoozed(name), about["untilEnd"] === true ? words.untilEnd(when) : words.until(when), {
    buttons,
  });
}
