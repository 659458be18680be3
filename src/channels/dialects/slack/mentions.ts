import { MAX_PINGED, type Mention } from "../../../core/notice.ts";

function written(mention: Mention): string[] {
  if (mention.kind === "here") return ["<!here>"];
  if (mention.kind === "everyone") return ["<!channel>"];
  if (mention.kind === "user") return /^[UW][A-Z0-9]{1,30}$/.test(mention.id) ? [`<@${mention.id}>`] : [];
  if (mention.kind === "subteam") return /^S[A-Z0-9]{1,30}$/.test(mention.id) ? [`<!subteam^${mention.id}>`] : [];
  return [];
}

/** Mentions as text without duplicates, up to the limit of one message. Slack has no roles. */
export const mentionText = (mentions: Mention[]): string =>
  [...new Set(mentions.flatMap(written))].slice(0, MAX_PINGED).join(" ");
