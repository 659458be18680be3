import { bodyObject } from "../../../channels/body-object.ts";
import { slackBody } from "../../../channels/dialects/slack/content.ts";
import { isObject, type Json, type JsonObject, objectIn, textIn } from "../../../core/json.ts";
import type { Answer } from "../answers.ts";
import { type Command, typedCommand } from "../command.ts";
import { type Door, messageOf } from "./door.ts";
import { slackCall } from "../../../channels/slack-bot/api.ts";
import type { ApiBases, OutboundAnswer, OutboundRequest } from "../../../channels/kind.ts";
import { jsonHeaders } from "../../../channels/outbound.ts";

/** Reads a slash command whose signature was checked; null if it is none. `key` is unique for each request, which came at `at`. */
export function slackCommand(form: URLSearchParams, key: string, at: number): Command | null {
  const [team, user, url] = ["team_id", "user_id", "response_url"].map((name) => form.get(name) ?? "") as [
    string,
    string,
    string,
  ];
  if (team === "" || user === "") return null;
  return {
    kind: "slack",
    address: `slack:${team}`,
    title: form.get("team_domain"),
    person: { id: user, name: form.get("user_name") ?? "", roles: [], manages: false },
    language: null,
    at,
    key: `slack-${key}`,
    asked: typedCommand(form.get("text") ?? ""),
    reply: { url },
  };
}

/** Reads a pressed button; null if it is none. */
export function slackPress(form: URLSearchParams, key: string, at: number): Command | null {
  const payload = objectIn(jsonIn(form.get("payload") ?? ""));
  const [user, team, container] = [
    objectIn(payload["user"]),
    objectIn(payload["team"]),
    objectIn(payload["container"]),
  ];
  const [action] = Array.isArray(payload["actions"]) ? payload["actions"].filter(isObject) : [];
  if (
    payload["type"] !== "block_actions" ||
    action === undefined ||
    textIn(team["id"]) === "" ||
    textIn(user["id"]) === ""
  )
    return null;
  return {
    kind: "slack",
    address: `slack:${textIn(team["id"])}`,
    title: textIn(team["domain"]) || null,
    person: {
      id: textIn(user["id"]),
      name: textIn(user["name"]) || textIn(user["username"]),
      roles: [],
      manages: false,
    },
    language: null,
    at,
    key: `slack-${key}`,
    asked: { button: textIn(action["value"]) },
    reply: { url: textIn(payload["response_url"]), ...(container["is_ephemeral"] === true ? { update: "1" } : {}) },
  };
}

/** Asks which workspace a bot is in. It needs no scope. */
export const slackTeamCall = (token: string, bases: ApiBases): OutboundRequest =>
  slackCall("auth.test", token, bases, new URLSearchParams());

/** The workspace of a bot; null if Slack does not say. */
export function teamIn({ status, body }: OutboundAnswer): string | null {
  const said = status === 200 ? bodyObject(body) : null;
  return said?.["ok"] === true ? textIn(said["team_id"]) || null : null;
}

/** Asks who a person is. It needs the scope `users:read`. */
export const slackUserCall = (user: string, token: string, bases: ApiBases): OutboundRequest =>
  slackCall("users.info", token, bases, new URLSearchParams({ user }));

/** Whether a person is an admin or owner of the workspace; null if Slack does not say. */
export function isSlackAdmin({ status, body }: OutboundAnswer, id: string): boolean | null {
  const said = status === 200 ? bodyObject(body) : null;
  const user = objectIn(said?.["user"]);
  if (said?.["ok"] !== true || user["id"] !== id || typeof user["is_admin"] !== "boolean") return null;
  return user["deleted"] !== true && (user["is_admin"] || user["is_owner"] === true);
}

function jsonIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

const bodyOf = (answer: Answer, base: JsonObject, at: number): JsonObject =>
  JSON.parse(slackBody(messageOf(answer, at), { plain: false, at }, base)) as JsonObject;

/** Answers of Slack, for the asker alone. The answer to a pressed button is always sent. */
export const slackDoor: Door = {
  now: (answer, { asked }, at) => ("button" in asked ? null : bodyOf(answer, { response_type: "ephemeral" }, at)),
  later: () => null,
  send(answer, { reply: { url = "", update } }, at) {
    const base = { response_type: "ephemeral", replace_original: update !== undefined };
    return URL.canParse(url)
      ? { method: "POST", url, headers: { ...jsonHeaders }, body: JSON.stringify(bodyOf(answer, base, at)) }
      : null;
  },
};
