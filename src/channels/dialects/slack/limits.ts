import type { Mention } from "../../../core/notice.ts";
import { stringsIn, type Body } from "../../limits.ts";

/** A message must turn off previews of links. */
export const unfurlProblems = (body: Body): string[] =>
  body["unfurl_links"] === false && body["unfurl_media"] === false ? [] : ["unfurls"];

/** Reasons for which Slack would refuse a message. */
export function slackProblems(body: Body, text: string): string[] {
  const problems: string[] = [];
  if (typeof body["text"] !== "string" || body["text"].trim() === "") problems.push("no top-level text");
  if (text.length >= 12_000) problems.push("12,000 characters");
  const attachments = (body["attachments"] ?? []) as Body[];
  const blocks = [body, ...attachments].flatMap((part) => (part["blocks"] ?? []) as Body[]);
  if (blocks.length > 50) problems.push("50 blocks");
  if (attachments.some(({ color }) => !/^#[0-9a-f]{6}$/.test(String(color)))) problems.push("colour");
  return [...problems, ...blocks.flatMap(blockProblems)];
}

function blockProblems(block: Body): string[] {
  if (block["type"] === "divider") return [];
  if (block["type"] === "header")
    return (block["text"] as Body)["type"] === "plain_text" ? textProblems(block["text"] as Body, 150) : ["a header"];
  if (block["type"] === "image") return imageProblems(block);
  if (block["type"] === "context") {
    const elements = block["elements"] as Body[];
    if (elements.length < 1 || elements.length > 10) return ["context elements"];
    return elements.flatMap((element) => textProblems(element, 3000));
  }
  if (block["type"] === "actions") return actionProblems(block["elements"] as Body[]);
  if (block["type"] !== "section") return [`unknown block ${String(block["type"])}`];
  const fields = block["fields"] as Body[] | undefined;
  if (block["text"] === undefined && fields === undefined) return ["an empty section"];
  const beside = block["accessory"] === undefined ? [] : blockProblems(block["accessory"] as Body);
  if (fields !== undefined && (fields.length < 1 || fields.length > 10)) return ["10 fields"];
  return [
    ...beside,
    ...(block["text"] === undefined ? [] : textProblems(block["text"] as Body, 3000)),
    ...(fields ?? []).flatMap((field) => textProblems(field, 2000)),
  ];
}

function actionProblems(elements: Body[]): string[] {
  if (elements.length < 1 || elements.length > 25) return ["25 actions"];
  if (new Set(elements.map(({ action_id: id }) => id)).size < elements.length) return ["an action twice"];
  return elements.flatMap(({ type, text, value, action_id: id }) => {
    const isFine = type === "button" && String(value).length <= 2000 && /^.{1,255}$/.test(String(id));
    const label = text as Body;
    return isFine && label["type"] === "plain_text" ? textProblems(label, 75) : ["a button"];
  });
}

function imageProblems(block: Body): string[] {
  const [url, alt] = [String(block["image_url"]), String(block["alt_text"])];
  const good = /^https?:\/\/\S{1,2990}$/.test(url) && URL.canParse(url) && alt.length >= 1 && alt.length <= 2000;
  return good ? [] : ["a picture"];
}

function textProblems({ type, text }: Body, max: number): string[] {
  if (type !== "mrkdwn" && type !== "plain_text") return ["text type"];
  return typeof text === "string" && text.length >= 1 && text.length <= max ? [] : [`text of 1 to ${max}`];
}

/** The mentions that Slack can ping. */
export const slackCalls: Mention["kind"][] = ["here", "everyone", "user", "subteam"];

/** Mentions in a message that are not among these. */
export const uninvitedOnSlack = (body: Body, mentions: Mention[]): string[] => {
  const requested = requestedOfSlack(mentions);
  return calledOnSlack(body).filter((call) => !requested.includes(call));
};

const requestedOfSlack = (mentions: Mention[]): string[] =>
  mentions.flatMap(({ kind, ...rest }) =>
    kind === "here"
      ? ["<!here>"]
      : kind === "everyone"
        ? ["<!channel>"]
        : "id" in rest
          ? [`<@${rest.id}>`, `<!subteam^${rest.id}>`]
          : [],
  );
const calledOnSlack = (body: Body): string[] =>
  stringsIn(body).flatMap(
    (part) => part.match(/<(?!https?:\/\/[^<>|\s]+\|[^<>]*>|!date\^\d+\^[^<>^|]+\|[^<>|]+>)[^>]*>?/g) ?? [],
  );
