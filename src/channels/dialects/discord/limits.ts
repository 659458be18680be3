import { ActionRowBuilder, ButtonBuilder, EmbedBuilder, embedLength } from "@discordjs/builders";
import type { Mention } from "../../../core/notice.ts";
import type { OutboundFile } from "../../kind.ts";
import { LIMIT_SECONDS, stringsIn, type Body, type Limits, type Refusal } from "../../limits.ts";

/** Reasons for which Discord would refuse a message. */
export function discordProblems(body: Body, files: OutboundFile[] = []): string[] {
  const problems = pictureProblems(body, files);
  const { content, username, allowed_mentions: allowed } = body;
  const embeds = (body["embeds"] ?? []) as Body[];
  const rows = (body["components"] ?? []) as Body[];
  if (typeof content !== "string" || content.length > 2000) problems.push("content");
  if (content === "" && embeds.length === 0) problems.push("an empty message");
  if (username !== undefined && username !== "Tallylight") problems.push("username");
  if (typeof allowed !== "object" || allowed === null) problems.push("no allowed_mentions");
  if (embeds.length > 10) problems.push("embeds");
  if (rows.length > 5) problems.push("rows");
  for (const embed of embeds) problems.push(...refusedBy(() => rebuiltEmbed(embed)));
  for (const row of rows) problems.push(...refusedBy(() => rebuiltRow(row)));
  if (embeds.reduce((sum, embed) => sum + embedLength(embed as never), 0) > 6000) problems.push("6000 over all embeds");
  return problems;
}

function rebuiltEmbed(embed: Body): void {
  const { title, url, description, color, fields, footer, image, thumbnail, ...others } = embed as Record<
    string,
    never
  >;
  if (Object.keys(others).length > 0) throw new Error(`unknown members: ${Object.keys(others).join()}`);
  new EmbedBuilder()
    .setTitle(title ?? null)
    .setURL(url ?? null)
    .setDescription(description ?? null)
    .setColor(color ?? null)
    .setFields(...((fields ?? []) as never[]))
    .setFooter(footer ?? null)
    .setThumbnail((thumbnail as { url: string } | undefined)?.url ?? null)
    .setImage((image as { url: string } | undefined)?.url ?? null);
}

function pictureProblems(body: Body, files: OutboundFile[]): string[] {
  const attachments = (body["attachments"] ?? []) as { id: number; filename: string; description?: string }[];
  const images = ((body["embeds"] ?? []) as { image?: { url: string } }[]).flatMap(({ image }) => image?.url ?? []);
  const displayed = images.filter((url) => url.startsWith("attachment://")).map((url) => url.slice(13));
  const names = files.map(({ name }) => name);
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  return [
    ...(files.length > 10 || bytes > 10_000_000 ? ["files"] : []),
    ...(new Set(names).size < names.length || names.some((name) => !/^[\w-]{1,80}\.(png|csv)$/.test(name))
      ? ["names"]
      : []),
    ...(attachments.map(({ id, filename }) => `${id} ${filename}`).join() ===
    names.map((name, id) => `${id} ${name}`).join()
      ? []
      : ["attachments"]),
    ...attachments.flatMap(({ description = "-" }) => (/^.{1,1024}$/s.test(description) ? [] : ["alt text"])),
    // Pictures are shown in order. Tables come behind them, and are not.
    ...(displayed.join() === names.filter((name) => name.endsWith(".png")).join()
      ? []
      : ["what is attached is what is shown"]),
    ...(/png.*csv.*png/.test(names.join()) ? ["a table before a picture"] : []),
  ];
}

function rebuiltRow(row: Body): void {
  const buttons = row["components"] as {
    style: number;
    label: string;
    type: number;
    url?: string;
    custom_id?: string;
  }[];
  if (row["type"] !== 1 || buttons.length < 1 || buttons.length > 5) throw new Error("a row of 1 to 5 buttons");
  const rebuilt = buttons.map(({ style, label, url, custom_id: id }) => {
    const button = new ButtonBuilder().setStyle(style).setLabel(label);
    return id === undefined ? button.setURL(url!) : button.setCustomId(id);
  });
  new ActionRowBuilder<ButtonBuilder>().setComponents(rebuilt).toJSON();
  if (buttons.some(({ type, url = "" }) => type !== 2 || url.length > 512)) throw new Error("a button");
  const ids = buttons.flatMap(({ custom_id: id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw new Error("an id twice");
}

function refusedBy(build: () => void): string[] {
  try {
    build();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** Mentions in a message that are not among these. */
export const uninvitedOnDiscord = (body: Body, mentions: Mention[]): string[] => {
  const requested = requestedOfDiscord(mentions);
  return calledOnDiscord(body).filter((call) => !requested.includes(call));
};

const requestedOfDiscord = (mentions: Mention[]): string[] =>
  mentions.flatMap(({ kind, ...rest }) =>
    kind === "here"
      ? ["@here"]
      : kind === "everyone"
        ? ["@everyone"]
        : "id" in rest
          ? [`<@&${rest.id}>`, `<@${rest.id}>`]
          : [],
  );
const calledOnDiscord = (body: Body): string[] => [
  ...(String(body["content"]).match(/@everyone|@here|<@[!&]?\d+>/gi) ?? []),
  ...stringsIn(body["embeds"] ?? []).flatMap((part) => part.match(/@everyone|@here|<@[!&]?\d+>/gi) ?? []),
];

/**
 * Discord's refusals: of a message's format, of a bot or webhook without permission, and of an edit of a missing
 * message.
 */
export const discordRefusals = {
  refuses: { status: 400, body: '{"code":50035,"message":"Invalid"}' },
  forbids: { status: 403, body: '{"code":50013}' },
  missing: { status: 404, body: '{"code":10008}' },
};

/** A refusal with one of Discord's codes. */
export const coded = (status: number, code: number, message: string): Omit<Refusal, "means"> => ({
  name: `${code} ${message}`,
  status,
  body: JSON.stringify({ message, code }),
});

/** A 429 with the scope that Discord's documentation defines. */
export const discordLimit = (scope: string): Refusal => ({
  name: `429 of scope ${scope}`,
  status: 429,
  body: JSON.stringify({
    message: "You are being rate limited.",
    retry_after: LIMIT_SECONDS,
    global: scope === "global",
  }),
  headers: { "retry-after": String(LIMIT_SECONDS), "x-ratelimit-scope": scope, "x-ratelimit-bucket": "abcd1234" },
  means: "limit",
});

/** Discord's answers to webhooks and bots. */
export const discordAnswers: Refusal[] = [
  { ...coded(400, 50035, "Invalid Form Body"), means: "content" },
  { ...coded(400, 50006, "Cannot send an empty message"), means: "content" },
  { ...coded(400, 50109, "The request body contains invalid JSON."), means: "content" },
  { ...coded(413, 40005, "Request entity too large"), means: "content" },
  { name: "413 without JSON", status: 413, body: "", means: "content" },
  {
    name: "50035 for the thread",
    status: 400,
    body: '{"message":"Invalid Form Body","code":50035,"errors":{"thread_id":{"_errors":[]}}}',
    means: "state",
  },
  { ...coded(400, 50083, "Thread is archived"), means: "state" },
  { ...coded(400, 160005, "Thread is locked"), means: "state" },
  { ...coded(400, 160006, "Maximum number of active threads reached"), means: "state" },
  { ...coded(400, 220001, "Webhooks posted to forum channels must have a thread_name or thread_id"), means: "state" },
  { ...coded(400, 40067, "A tag is required to create a forum post in this channel"), means: "state" },
  { ...coded(400, 50008, "Cannot send messages in a non-text channel"), means: "state" },
  { ...coded(400, 200000, "Message was blocked by automatic moderation"), means: "state" },
  { ...coded(403, 50013, "Missing Permissions"), means: "state" },
  { ...coded(403, 50001, "Missing Access"), means: "state" },
  { ...coded(400, 987_654, "Something that nobody knows"), means: "state" },
  { name: "400 without a code", status: 400, body: "Bad Request", means: "state" },
  // The message to edit may be in an earlier channel.
  { ...coded(404, 10_003, "Unknown Channel"), means: "state", of: "posts" },
  { ...coded(404, 10_003, "Unknown Channel"), means: "state", of: "edits" },
  { ...coded(404, 10_003, "Unknown Channel"), means: "state", of: "threads" },
  { ...coded(404, 10_008, "Unknown Message"), means: "state", of: "edits" },
  { ...coded(403, 50_005, "Cannot edit a message authored by another user"), means: "state", of: "edits" },
  { ...discordLimit("global"), limits: "everything" },
  {
    name: "429 of the proxy",
    status: 429,
    body: "<html>error code: 1015</html>",
    means: "limit",
    limits: "everything",
  },
  { ...discordLimit("shared"), limits: "thread" },
  {
    ...discordLimit("shared"),
    name: "30046 too many edits of old messages",
    body: JSON.stringify({ message: "Maximum number of edits", code: 30_046, retry_after: LIMIT_SECONDS }),
    limits: "oldEdits",
  },
];

/** The mentions that Discord can ping. */
export const discordCalls: Mention["kind"][] = ["here", "everyone", "role", "user"];

/** How Discord identifies messages. */
export const discordStanding: NonNullable<Limits["standing"]> = {
  answer: (number) => ({ status: 200, body: JSON.stringify({ id: String(number) }) }),
  edited: ({ url }) => {
    const id = /\/messages\/(\d+)/.exec(url)?.[1];
    return id === undefined ? null : Number(id);
  },
};
