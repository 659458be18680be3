import * as z from "zod";
import type { Mention } from "../../core/notice.ts";

const MENTION = /^(?:@(here|everyone)|(role|user|subteam):([A-Za-z0-9]{1,32}))$/;

/** Whom a message pings, as people write it: "@here", "@everyone", "role:ID", "user:ID", "subteam:ID". */
export const mentionForm = z
  .string()
  .regex(MENTION, "must be @here, @everyone, role:ID, user:ID or subteam:ID")
  .transform((text): Mention => {
    const [, all, kind, id] = MENTION.exec(text) ?? [];
    return (all === undefined ? { kind, id } : { kind: all }) as Mention;
  });

/** How a mention is shown. */
export const mentionShown = {
  schema: z.string().regex(MENTION).nullable(),
  write: (mention: Mention | null): string | null =>
    mention === null ? null : "id" in mention ? `${mention.kind}:${mention.id}` : `@${mention.kind}`,
};
