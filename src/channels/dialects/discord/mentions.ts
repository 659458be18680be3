import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";
import { MAX_PINGED, type Mention } from "../../../core/notice.ts";
import { placeOf } from "./thread.ts";

/** An id of Discord in settings. */
export const snowflake = lazy(() => z.string().regex(/^\d{1,20}$/, "must be 1 to 20 digits"));

/** The start of Discord's ids, epoch ms. */
const EPOCH_MS = 1_420_070_400_000;

/** When a message was posted, epoch ms, from its reference: the upper bits of an id are its time. */
export const postedAt = (ref: string): number => EPOCH_MS + Number(BigInt(placeOf(ref).message) >> 22n);

/** The pings that Discord allows. Always sent, because by default Discord pings everyone in the text. */
interface AllowedMentions {
  parse: "everyone"[];
  roles: string[];
  users: string[];
}

const idsOf = (mentions: Mention[], kind: "role" | "user"): string[] => {
  const ids = mentions.flatMap((mention) => (mention.kind === kind ? [mention.id] : []));
  return [...new Set(ids)].filter((id) => /^\d{1,20}$/.test(id));
};

/** Mentions as text, and permission to ping exactly those. Slack's user groups are left out. */
export function mentioned(mentions: Mention[]): { text: string; allowed: AllowedMentions } {
  const roles = idsOf(mentions, "role").slice(0, MAX_PINGED);
  const users = idsOf(mentions, "user").slice(0, MAX_PINGED - roles.length);
  const everyone = mentions.some(({ kind }) => kind === "everyone");
  const here = mentions.some(({ kind }) => kind === "here");
  const text = [
    ...(everyone ? ["@everyone"] : here ? ["@here"] : []),
    ...roles.map((id) => `<@&${id}>`),
    ...users.map((id) => `<@${id}>`),
  ].join(" ");
  return { text, allowed: { parse: everyone || here ? ["everyone"] : [], roles, users } };
}
