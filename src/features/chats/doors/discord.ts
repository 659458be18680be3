import { discordContent } from "../../../channels/dialects/discord/content.ts";
import { type Language, LANGUAGES } from "../../../core/language.ts";
import { isObject, type Json, type JsonObject, objectIn, scalarIn, textIn } from "../../../core/json.ts";
import { cut } from "../../../core/text.ts";
import type { Answer } from "../answers.ts";
import type { Command } from "../command.ts";
import { type Door, messageOf } from "./door.ts";
import { jsonHeaders } from "../../../channels/outbound.ts";

/** Types of interactions and of the answers to them. */
const ASKS = { ping: 1, command: 2, component: 3, autocomplete: 4 };
const ANSWERS = { pong: 1, message: 4, deferred: 5, update: 7, choices: 8 };

const EPHEMERAL = 64;

const MAY_MANAGE = (1n << 5n) | (1n << 3n);

/** Discord's locale as one of our languages; null for another. */
export function languageOf(locale: Json | undefined): Language | null {
  const text = textIn(locale);
  return LANGUAGES.find((one) => one === text) ?? LANGUAGES.find((one) => one === text.split("-")[0]) ?? null;
}

const manages = (permissions: Json | undefined): boolean =>
  /^\d{1,25}$/.test(textIn(permissions)) && (BigInt(textIn(permissions)) & MAY_MANAGE) !== 0n;

/** The options of a subcommand by name. Attachments and the like are left out. */
function optionsIn(options: Json | undefined): Record<string, string> {
  const all = Array.isArray(options) ? options.filter(isObject) : [];
  return Object.fromEntries(
    all.flatMap(({ name, value }) =>
      typeof name === "string" && scalarIn(value) !== "" ? [[name, cut(scalarIn(value), 300)]] : [],
    ),
  );
}

/** An interaction, without its token. */
export type DiscordAsked =
  | { kind: "ping" }
  | { kind: "command"; command: Command }
  | { kind: "choices"; command: Command; focused: { name: string; text: string } }
  | { kind: "unknown" };

/** Who asks in an interaction, where, and how to answer. */
function askerIn(body: JsonObject, key: string, at: number): Omit<Command, "asked"> {
  const member = objectIn(body["member"]);
  const user = objectIn(member["user"] ?? body["user"]);
  return {
    kind: "discord",
    address: `discord:${textIn(body["guild_id"]) || `dm:${textIn(user["id"])}`}`,
    title: textIn(objectIn(body["guild"])["name"]) || null,
    person: {
      id: textIn(user["id"]),
      name: textIn(member["nick"]) || textIn(user["global_name"]) || textIn(user["username"]),
      roles: Array.isArray(member["roles"]) ? member["roles"].filter((one) => typeof one === "string") : [],
      manages: manages(member["permissions"]),
    },
    language: languageOf(body["locale"]),
    at,
    key: `discord-${key}`,
    reply: {
      application: textIn(body["application_id"]),
      token: textIn(body["token"]),
      // A button below an answer changes that answer. Below an alert it must not.
      ...(isEphemeral(body["message"]) ? { update: "1" } : {}),
    },
  };
}

/**
 * Reads an interaction whose signature was checked. `key` is unique for each request, which came at `at` (wall clock,
 * epoch ms). Its token is only needed for a late answer.
 */
export function discordAsked(body: JsonObject, key: string, at: number): DiscordAsked {
  if (body["type"] === ASKS.ping) return { kind: "ping" };
  const [base, data] = [askerIn(body, key, at), objectIn(body["data"])];
  if (base.person.id === "") return { kind: "unknown" };
  if (body["type"] === ASKS.component)
    return { kind: "command", command: { ...base, asked: { button: textIn(data["custom_id"]) } } };
  const [first] = Array.isArray(data["options"]) ? data["options"].filter(isObject) : [];
  const asked = { name: textIn(first?.["name"]) || "help", options: optionsIn(first?.["options"]) };
  if (body["type"] === ASKS.command) return { kind: "command", command: { ...base, asked } };
  if (body["type"] !== ASKS.autocomplete) return { kind: "unknown" };
  const own = Array.isArray(first?.["options"]) ? first["options"].filter(isObject) : [];
  const focused = own.find((one) => one["focused"] === true);
  return {
    kind: "choices",
    command: { ...base, asked },
    focused: { name: textIn(focused?.["name"]), text: textIn(focused?.["value"]) },
  };
}

const isEphemeral = (message: Json | undefined): boolean =>
  (Number(objectIn(message)["flags"] ?? 0) & EPHEMERAL) === EPHEMERAL;

export const PONG: JsonObject = { type: ANSWERS.pong };

const MAX_CHOICES = 25;
const MAX_CHOICE = 100;

/** Up to 25 offers while somebody types. */
export const offered = (choices: { name: string; value: string }[]): JsonObject => ({
  type: ANSWERS.choices,
  data: {
    choices: choices
      .slice(0, MAX_CHOICES)
      .map(({ name, value }) => ({ name: cut(name, MAX_CHOICE), value: cut(value, MAX_CHOICE) })),
  },
});

/** The content of an answer. It clears what an earlier version of it had. */
const contentOf = (answer: Answer, at: number): JsonObject => {
  const content = discordContent({ message: messageOf(answer, at), edit: null, plain: false });
  return { embeds: [], components: [], ...content } as unknown as JsonObject;
};

/** Answers of Discord, for the asker alone. */
export const discordDoor: Door = {
  now: (answer, { reply }, at) => ({
    type: reply["update"] === undefined ? ANSWERS.message : ANSWERS.update,
    data: { ...contentOf(answer, at), flags: EPHEMERAL },
  }),
  later: () => ({ type: ANSWERS.deferred, data: { flags: EPHEMERAL } }),
  send(answer, { reply: { application = "", token = "" } }, at, bases) {
    if (token === "" || !/^\d{1,25}$/.test(application)) return null;
    const root = bases["discord-bot"]!.replace(/(\/api(\/v\d+)?)?\/*$/, "");
    return {
      method: "PATCH",
      url: `${root}/api/v10/webhooks/${application}/${encodeURIComponent(token)}/messages/@original`,
      headers: { ...jsonHeaders },
      body: JSON.stringify(contentOf(answer, at)),
    };
  },
};
