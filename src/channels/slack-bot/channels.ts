import { isObject } from "../../core/json.ts";
import { bodyObject } from "../body-object.ts";
import type { ApiBases, OutboundAnswer, OutboundRequest } from "../kind.ts";
import type { Choice, Listed } from "../listing.ts";
import { passing } from "../outcomes.ts";
import { apiCall } from "./render.ts";

const MAX_PAGES = 5;
const A_PAGE = 200;
const MAX_BYTES = 1_000_000;

/** The channels that a bot is a member of, without archived ones: `conversations.list`, page by page. */
export function* slackChannels(token: string, bases: ApiBases): Generator<OutboundRequest, Listed, OutboundAnswer> {
  const choices: Choice[] = [];
  let cursor = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const requested = new URLSearchParams({
      types: "public_channel,private_channel",
      exclude_archived: "true",
      limit: String(A_PAGE),
      ...(cursor === "" ? {} : { cursor }),
    });
    const form = "application/x-www-form-urlencoded";
    const request = apiCall("conversations.list", token, bases, requested.toString(), form);
    const answer = yield { ...request, mostBytes: MAX_BYTES };
    const body = bodyObject(answer.body);
    if (answer.status !== 200 || body?.["ok"] !== true) return { refused: refusalOf(answer, body?.["error"]) };
    const channels = Array.isArray(body["channels"]) ? body["channels"].filter(isObject) : [];
    for (const { id, name, is_member: member } of channels)
      if (typeof id === "string" && typeof name === "string" && member === true) choices.push({ id, name: `#${name}` });
    const next = isObject(body["response_metadata"]) ? body["response_metadata"]["next_cursor"] : "";
    cursor = typeof next === "string" ? next : "";
    if (cursor === "") break;
  }
  return { choices, more: cursor !== "" };
}

const WORDS: Record<string, string> = {
  missing_scope: "The bot isn't allowed to list channels: add the scopes channels:read and groups:read",
  invalid_auth: "Slack doesn't recognize this token",
  not_authed: "Slack doesn't recognize this token",
  token_revoked: "Slack says that the token was revoked",
  account_inactive: "Slack says that the bot was removed",
};

function refusalOf(answer: OutboundAnswer, error: unknown): string {
  if (answer.status !== 200) return `Slack did not list the channels: ${passing(answer).reason}`;
  const code = typeof error === "string" && /^[a-z_]{1,50}$/.test(error) ? error : "no reason given";
  return WORDS[code] ?? `Slack did not list the channels (${code})`;
}
