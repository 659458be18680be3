import { displayedLine } from "../../channels/phrases.ts";
import { instantOf } from "../../core/instant.ts";
import { objectIn, textIn, type JsonObject } from "../../core/json.ts";
import type { Answer } from "./answers.ts";
import { refusal, silenced, untilEnd, unwatched, watch } from "./changing.ts";
import { nameOf } from "./find.ts";
import { list, live } from "./reading.ts";
import { mayChange, type Running } from "./running.ts";

const HOUR_MS = 3_600_000;

/** Buttons that anybody in the chat may press. */
const READING: Record<string, (running: Running, from: number) => Promise<Answer>> = { live, list };

const CHANGES: Record<string, (running: Running, id: string) => Promise<Answer>> = {
  unwatch: async (running, id) => {
    const { status, body } = await running.api("GET", `/v1/targets/${id}`);
    return status === 200
      ? unwatched(running, { id, name: textIn(body["name"]) })
      : running.say.refused(running.say.words.gone);
  },
  rewatch: watchedAgain,
  add: (running, userId) => watch(running, { creator: userId }),
  unsnooze: async ({ api, say }, id) => {
    const { status } = await api("DELETE", `/v1/silences/${id}`);
    return status === 204 ? say.answer(say.words.snoozeOver) : say.refused(say.words.gone);
  },
  hour: (running, id) =>
    ofEvent(running, id, (one) => silenced(running, nameOf(one), { targetId: one.id }, running.now + HOUR_MS)),
  claim: (running, id) => claimed(running, id, false),
  take: (running, id) => claimed(running, id, true),
  end: (running, id) => ofEvent(running, id, (one) => untilEnd(running, one)),
};

/** Carries out what a button says: `name:argument`. */
export async function pressed(running: Running, button: string): Promise<Answer> {
  const { say } = running;
  const [, name = "", argument = ""] = /^([a-z]+):([\w-]{1,60})$/.exec(button) ?? [];
  const read = Object.hasOwn(READING, name) ? READING[name] : undefined;
  if (read !== undefined && /^\d{1,6}$/.test(argument)) return read(running, Number(argument));
  const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
  if (change === undefined) return say.refused(say.words.gone);
  return (await mayChange(running)) ?? change(running, argument);
}

/** Watches a creator again who was deleted. */
async function watchedAgain(running: Running, id: string): Promise<Answer> {
  const { api, say, command, deps, chat } = running;
  const { words, answer, refused } = say;
  const removed = await deps.removed(id);
  if (removed === null || (chat.watchlistId !== null && chat.watchlistId !== removed.watchlistId))
    return refused(words.gone);
  const form: JsonObject = { kind: "live", ...removed };
  const { status, body } = await api("POST", "/v1/targets", form, `${command.key}/again`);
  if (status === 409) return answer(words.watchedAlready(nameOf(removed)));
  if (status !== 201) return refusal(running, body);
  return answer(words.watching(nameOf(removed)), [], {
    buttons: [{ label: words.undo, id: `unwatch:${textIn(body["id"])}` }],
  });
}

/** Says on the alert's messages that the person takes care of it, unless somebody else does. */
async function claimed({ api, say, command, now }: Running, id: string, takeOver: boolean): Promise<Answer> {
  const { words, answer, refused } = say;
  const name = displayedLine(command.person.name || command.person.id).slice(0, 100);
  const { status } = await api("POST", `/v1/events/${id}/claim`, { name, takeOver });
  if (status === 201) return answer(words.hasIt(name));
  const claim = objectIn((await api("GET", `/v1/events/${id}`)).body["claim"]);
  if (status !== 409 || typeof claim["name"] !== "string") return refused(words.gone);
  const at = instantOf(textIn(claim["at"])) ?? now;
  const buttons = [{ label: words.takeOver, id: `take:${id}` }];
  return answer(displayedLine(claim["name"]), words.claimedBy(claim["name"], { at, style: "relative" }), { buttons });
}

/** Acts on the creator of an event, if they are still watched. */
async function ofEvent(
  { api, say }: Running,
  id: string,
  act: (one: { id: string; name: string }) => Promise<Answer>,
): Promise<Answer> {
  const { body } = await api("GET", `/v1/events/${id}`);
  const { targetId } = body;
  if (typeof targetId !== "string") return say.refused(say.words.gone);
  const now = await api("GET", `/v1/targets/${targetId}`);
  if (now.status !== 200) return say.refused(say.words.gone);
  return act({ id: targetId, name: textIn(now.body["name"]) });
}
