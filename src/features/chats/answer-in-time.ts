import type { JsonObject } from "../../core/json.ts";
import { answering, type Answer } from "./answers.ts";
import type { Command } from "./command.ts";
import type { ChatDeps } from "./deps.ts";
import { discordDoor } from "./doors/discord.ts";
import type { Door } from "./doors/door.ts";
import { slackDoor } from "./doors/slack.ts";
import { telegramDoor } from "./doors/telegram.ts";
import { carryOut } from "./run.ts";

/** Services wait three seconds. The rest is for the way. */
const QUICK_MS = 2000;

const failedAnswer = ({ language }: Command, deps: Pick<ChatDeps, "language">): Answer => {
  const { words, refused } = answering(language ?? deps.language);
  return refused(words.refused);
};

/** Carries a command out. A bug or a database that fails is an answer too. */
const answerOf = (command: Command, deps: ChatDeps): Promise<Answer> =>
  carryOut(command, deps).catch((thrown: unknown) => {
    deps.failed("a command", thrown);
    return failedAnswer(command, deps);
  });

/** What a command needs while somebody waits for it. Later it begins no change, as another invocation carries it out. */
const during = (patience: { over: boolean }, deps: ChatDeps): ChatDeps => {
  const never = new Promise<never>(() => undefined);
  return {
    ...deps,
    link: (...linking) => (patience.over ? never : deps.link(...linking)),
    inside(actor) {
      const api = deps.inside(actor);
      return (method, ...rest) => (patience.over && method !== "GET" ? never : api(method, ...rest));
    },
  };
};

/**
 * The body of the response to a command: its answer if that is ready in time, else an announcement, and another
 * invocation carries the command out and sends the answer. Changes are made once, as each has a key of its own.
 */
export async function answerInTime(command: Command, door: Door, deps: ChatDeps): Promise<JsonObject | null> {
  const patience = { over: false };
  const isSent = door.now(failedAnswer(command, deps), command, deps.wallNow()) === null;
  const quick = isSent
    ? null
    : await Promise.race([answerOf(command, during(patience, deps)), deps.sleep(QUICK_MS).then(() => null)]);
  if (quick !== null) return door.now(quick, command, deps.wallNow());
  patience.over = true;
  if (await deps.later(command)) return door.later(command);
  return door.now(failedAnswer(command, deps), command, deps.wallNow());
}

/** The door of a command's service; null if the bot is no longer known. */
async function doorOf({ kind, reply }: Command, deps: ChatDeps): Promise<Door | null> {
  if (kind === "discord") return discordDoor;
  if (kind === "slack") return slackDoor;
  const bot = await deps.telegram(reply["bot"] ?? "");
  return bot === null ? null : telegramDoor(bot.token);
}

const BETWEEN_TRIES_MS = 1000;

/** Carries a command out and sends its answer. A refusal is noted with the chat. */
export async function answerLate(command: Command, deps: ChatDeps): Promise<void> {
  const [answer, door] = await Promise.all([answerOf(command, deps), doorOf(command, deps)]);
  const request = door?.send(answer, command, deps.wallNow(), deps.bases) ?? null;
  const chat = await deps.find(command.address);
  const failure = request === null ? "there was no address to send it to" : await sent(request, deps);
  if (chat !== null) await deps.answered(chat.id, failure);
}

/** Sends an answer, twice at most. Returns why it was not accepted; null if it was. */
async function sent(request: Parameters<ChatDeps["send"]>[0], deps: ChatDeps): Promise<string | null> {
  const first = await deps.send(request);
  const isPassing = first.status === null || first.status >= 500;
  if (isPassing) await deps.sleep(BETWEEN_TRIES_MS);
  const { status, error } = isPassing ? await deps.send(request) : first;
  if (status !== null && status >= 200 && status < 300) return null;
  return status === null ? (error ?? "no answer") : `the service answered ${status}`;
}
