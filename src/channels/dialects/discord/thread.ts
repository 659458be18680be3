import * as z from "zod";
import { placeholdersIn } from "../../../core/template.ts";
import { cut } from "../../../core/text.ts";
import { displayedLine } from "../../phrases.ts";

const LONGEST_TEMPLATE = 200;

/** Discord's limit on the name of a thread. */
const LONGEST_NAME = 100;

/** A thread belongs to one creator and stays, so its name must not contain anything that changes. */
const KNOWN = ["name", "handle", "kind"];

/** Template for the names of posts in a forum channel. */
const threadNameSetting = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(LONGEST_TEMPLATE)
    .refine((template) => placeholdersIn(template).every((one) => KNOWN.includes(one)), {
      error: `may have the placeholders ${KNOWN.map((one) => `{{${one}}}`).join(", ")} only`,
    });

/** Settings of messages to Discord besides the destination. */
export const threadedSettings = () => ({
  threadName: threadNameSetting()
    .optional()
    .describe(
      "For a forum channel: each creator gets a post of this name, such as `{{name}}`. Placeholders: `{{name}}`, `{{handle}}`, `{{kind}}`.",
    ),
  silent: z.boolean().optional().describe("Whether messages are sent without a notification. Default: false."),
});

/** A channel has either one thread, or one for each creator. */
export const ONE_THREAD: [
  (settings: { threadId?: string | undefined; threadName?: string | undefined }) => boolean,
  { path: string[]; message: string },
] = [
  ({ threadId, threadName }) => threadId === undefined || threadName === undefined,
  { path: ["threadName"], message: "can't be combined with a thread: use threadId or threadName" },
];

/** The settings in their API form. */
export const displayedThread = ({
  threadId,
  threadName,
  silent,
  publish,
}: {
  threadId?: string | undefined;
  threadName?: string | undefined;
  silent?: boolean | undefined;
  publish?: boolean | undefined;
}): Record<string, string | boolean> => ({
  ...(threadId === undefined ? {} : { threadId }),
  ...(threadName === undefined ? {} : { threadName }),
  ...(silent === undefined ? {} : { silent }),
  ...(publish === undefined ? {} : { publish }),
});

/** A valid thread name from a filled template. */
export const threadNamed = (filled: string): string => cut(displayedLine(filled), LONGEST_NAME) || "Tallylight";

/** The place of a message, from its reference: `thread:message`, or the message alone. */
export function placeOf(ref: string): { thread: string | null; message: string } {
  const [first = "", second] = ref.split(":");
  return second === undefined ? { thread: null, message: first } : { thread: first, message: second };
}

/** Discord's flag for a message without notification. */
const SILENT = 1 << 12;

/** The flags of a new message. */
export const flagsOf = ({ silent = false }: { silent?: boolean | undefined }): { flags?: number } =>
  silent ? { flags: SILENT } : {};
