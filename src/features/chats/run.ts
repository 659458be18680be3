import { HOUR_MS } from "../../core/duration.ts";
import type { Actor } from "../../http/auth.ts";
import { Refusal } from "../../http/inside.ts";
import { cut } from "../../core/text.ts";
import { MinuteLimit } from "../../http/write-limit.ts";
import { displayedLine } from "../../channels/phrases.ts";
import { answering, type Answer, type Answering } from "./answers.ts";
import { CHANGING, type Command, type Subcommand } from "./command.ts";
import type { ChatDeps } from "./deps.ts";
import { help, list, live, rank, trends } from "./reading.ts";
import type { Chat } from "./resource/chat.ts";
import { refusal, snooze, unwatch, watch, silenced, untilEnd, unwatched } from "./changing.ts";
import { mayChange, typed, type Running } from "./running.ts";
import { instantOf } from "../../core/instant.ts";
import { objectIn, textIn, type JsonObject } from "../../core/json.ts";
import { nameOf } from "./find.ts";

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
async function pressed(running: Running, button: string): Promise<Answer> {
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
  return answer(words.hasIt(displayedLine(claim["name"])), words.since({ at, style: "time" }), { buttons });
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

const personLimit = new MinuteLimit(20);
const chatLimit = new MinuteLimit(120);

const subcommands: Record<
  Exclude<Subcommand, "link">,
  (running: Running, options: Record<string, string>) => Promise<Answer>
> = {
  live: (running) => live(running, 0),
  watch,
  unwatch,
  list: (running) => list(running, 0),
  snooze,
  rank,
  trends,
  help,
};

/**
 * Carries a command out and returns the answer for the asker. What it changes stands in the audit log with the chat and
 * the person. Repeating a command changes nothing more.
 */
export async function carryOut(command: Command, deps: ChatDeps): Promise<Answer> {
  const now = command.at;
  const before = answering(command.language ?? deps.language);
  const { address, person, asked } = command;
  const wait = Math.max(personLimit.take(`${address}/${person.id}`, now), chatLimit.take(address, now));
  if (wait > 0) return before.refused(before.words.tooMany, [before.words.waitSeconds(wait)]);
  if ("name" in asked && asked.name === "link") return linked(command, before, deps);
  const chat = await deps.find(address);
  if (chat === null) return before.refused(before.words.notLinked, [before.words.howToLink]);
  const say = answering(chat.language ?? command.language ?? deps.language);
  const running = { chat, command, say, api: deps.inside(actorOf(chat, command)), deps, now };
  const [answer] = await Promise.all([answeredOrRefused(running), deps.commanded(chat.id, noted(command), now)]);
  return answer;
}

/** What the API refuses is an answer in its words, never an empty list. */
async function answeredOrRefused(running: Running): Promise<Answer> {
  try {
    return await answered(running);
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusal(running, thrown.body);
    throw thrown;
  }
}

async function answered(running: Running): Promise<Answer> {
  const { say, command } = running;
  const { asked, kind } = command;
  if ("button" in asked) return pressed(running, asked.button);
  const { name, options } = asked;
  if (!Object.hasOwn(subcommands, name))
    return say.refused(say.words.unknown(displayedLine(name)), [say.words.tryHelp(typed(kind, "help"))]);
  const refusal = CHANGING.includes(name) ? await mayChange(running) : null;
  return refusal ?? subcommands[name as keyof typeof subcommands](running, options);
}

const MAX_NAME = 64;

const shortLine = (text: string): string => cut(displayedLine(text), MAX_NAME);

/** The person and the chat of a command, as the audit log names them. */
const namesIn = ({ kind, person, address, title }: Command, chatTitle: string | null): string =>
  `${shortLine(person.name) || person.id} (${kind} ${person.id}, ${shortLine(chatTitle ?? title ?? "") || address})`;

/** The caller of the API for a command: limited as the chat is, and named in the audit log. */
const actorOf = ({ id, scopes, watchlistId, title }: Chat, command: Command): Actor => ({
  tokenId: id,
  name: namesIn(command, title),
  scope: scopes === "write" ? "write" : "read",
  watchlistIds: watchlistId === null ? null : [watchlistId],
});

const MAX_NOTED = 200;

/** A command as the page shows it. */
function noted({ kind, person, asked }: Command): string {
  const what =
    "button" in asked
      ? asked.button.split(":")[0]!
      : [typed(kind, asked.name), ...Object.values(asked.options)].join(" ");
  return displayedLine(`${what}, ${person.name || person.id}`).slice(0, MAX_NOTED);
}

async function linked(command: Command, { words, answer, refused }: Answering, deps: ChatDeps): Promise<Answer> {
  const { kind, address, title, asked } = command;
  const code = "options" in asked ? (asked.options["code"] ?? "") : "";
  if (code === "") return refused(words.sayCode);
  const chat = await deps.link(code, { kind, address, title }, namesIn(command, title), command.at);
  if (chat === null) return refused(words.codeRefused, [words.newCode]);
  return answer(words.linked, [
    chat.scopes === "write" ? words.mayWrite : words.mayRead,
    " ",
    words.tryHelp(typed(kind, "help")),
  ]);
}
