import type { Mention } from "../../src/core/notice.ts";
import { stringsIn } from "./limits.ts";

// What asked-for mentions may look like in a message; anything else there would be somebody from outside.
const askedOfSlack = (mentions: Mention[]): string[] =>
  mentions.flatMap(({ kind, ...rest }) =>
    kind === "here"
      ? ["<!here>"]
      : kind === "everyone"
        ? ["<!channel>"]
        : "id" in rest
          ? [`<@${rest.id}>`, `<!subteam^${rest.id}>`]
          : [],
  );
const askedOfDiscord = (mentions: Mention[]): string[] =>
  mentions.flatMap(({ kind, ...rest }) =>
    kind === "here"
      ? ["@here"]
      : kind === "everyone"
        ? ["@everyone"]
        : "id" in rest
          ? [`<@&${rest.id}>`, `<@${rest.id}>`]
          : [],
  );
const calledOnSlack = (body: Record<string, unknown>): string[] =>
  stringsIn(body).flatMap(
    (part) => part.match(/<(?!https?:\/\/[^<>|\s]+\|[^<>]*>|!date\^\d+\^[^<>^|]+\|[^<>|]+>)[^>]*>?/g) ?? [],
  );
const calledOnDiscord = (body: Record<string, unknown>): string[] => [
  ...(String(body["content"]).match(/@everyone|@here|<@[!&]?\d+>/gi) ?? []),
  ...stringsIn(body["embeds"] ?? []).flatMap((part) => part.match(/@everyone|@here|<@[!&]?\d+>/gi) ?? []),
];
/** Who a message calls beyond these. */
export const uninvited = (name: string, body: Record<string, unknown>, mentions: Mention[]): string[] => {
  const slack = name.startsWith("slack");
  const asked = slack ? askedOfSlack(mentions) : askedOfDiscord(mentions);
  return (slack ? calledOnSlack(body) : calledOnDiscord(body)).filter((call) => !asked.includes(call));
};
