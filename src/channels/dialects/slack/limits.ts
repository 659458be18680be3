import { ActionRowBuilder, ButtonBuilder, EmbedBuilder, embedLength } from "@discordjs/builders";
import type { OutboundFile, OutboundRequest } from "../../src/channels/kind.ts";

type Json = Record<string, unknown>;

/** What a receiver would refuse a request for, told by rules of its own and never by the channel's. */
export const limits: Record<string, (request: OutboundRequest) => string[]> = {
  slack: (request) => [...slackProblems(bodyOf(request), request.body), ...unfurlProblems(bodyOf(request))],
  discord: (request) => discordProblems(bodyOf(request), request.files),
  "slack-bot": slackBotProblems,
  "discord-bot": (request) => [
    ...discordProblems(bodyOf(request), request.files),
    ...(/^Bot [\w.-]+$/.test(request.headers["authorization"] ?? "") ? [] : ["authorization"]),
    ...(bodyOf(request)["username"] === undefined ? [] : ["a bot has its own name"]),
    ...(/\/api\/v10\/channels\/\d+\/messages(\/\d+)?$/.test(request.url) ? [] : ["path"]),
  ],
  webhook: ({ body }) => (new TextEncoder().encode(body).length < 20_000 ? [] : ["body of 20 kB or more"]),
};

export const bodyOf = ({ body }: OutboundRequest): Json => JSON.parse(body) as Json;

/** Every string anywhere in a value, keys aside. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function discordProblems(body: Json, files: OutboundFile[] = []): string[] {
  const problems = pictureProblems(body, files);
  const { content, username, allowed_mentions: allowed } = body;
  const embeds = (body["embeds"] ?? []) as Json[];
  const rows = (body["components"] ?? []) as Json[];
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

function rebuiltEmbed(embed: Json): void {
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

function pictureProblems(body: Json, files: OutboundFile[]): string[] {
  const attachments = (body["attachments"] ?? []) as { id: number; filename: string; description?: string }[];
  const images = ((body["embeds"] ?? []) as { image?: { url: string } }[]).flatMap(({ image }) => image?.url ?? []);
  const shown = images.filter((url) => url.startsWith("attachment://")).map((url) => url.slice(13));
  const names = files.map(({ name }) => name);
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  return [
    ...(files.length > 10 || bytes > 10_000_000 ? ["files"] : []),
    ...(new Set(names).size < names.length || names.some((name) => !/^[\w-]{1,80}\.png$/.test(name)) ? ["names"] : []),
    ...(attachments.map(({ id, filename }) => `${id} ${filename}`).join() ===
    names.map((name, id) => `${id} ${name}`).join()
      ? []
      : ["attachments"]),
    ...attachments.flatMap(({ description = "-" }) => (/^.{1,1024}$/s.test(description) ? [] : ["alt text"])),
    ...(shown.join() === names.join() ? [] : ["what is attached is what is shown"]),
  ];
}

function rebuiltRow(row: Json): void {
  const buttons = row["components"] as { style: number; label: string; url: string; type: number }[];
  if (row["type"] !== 1 || buttons.length < 1 || buttons.length > 5) throw new Error("a row of 1 to 5 buttons");
  const rebuilt = buttons.map(({ style, label, url }) =>
    new ButtonBuilder().setStyle(style).setLabel(label).setURL(url),
  );
  new ActionRowBuilder<ButtonBuilder>().setComponents(rebuilt).toJSON();
  if (buttons.some(({ type, url }) => type !== 2 || url.length > 512)) throw new Error("a link button");
}

function refusedBy(build: () => void): string[] {
  try {
    build();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

const unfurlProblems = (body: Json): string[] =>
  body["unfurl_links"] === false && body["unfurl_media"] === false ? [] : ["unfurls"];

function slackBotProblems(request: OutboundRequest): string[] {
  const body = bodyOf(request);
  const problems = slackProblems(body, request.body);
  if (!/^Bearer [\w-]+$/.test(request.headers["authorization"] ?? "")) problems.push("authorization");
  if (request.headers["content-type"] !== "application/json; charset=utf-8") problems.push("content type");
  if (typeof body["channel"] !== "string" || body["channel"] === "") problems.push("no channel");
  if (request.url.endsWith("/chat.postMessage")) return [...problems, ...unfurlProblems(body)];
  if (!request.url.endsWith("/chat.update")) problems.push("unknown method");
  if (!/^\d+\.\d+$/.test(String(body["ts"]))) problems.push("ts");
  if (!Array.isArray(body["blocks"]) || !Array.isArray(body["attachments"])) problems.push("what was sent stays");
  return problems;
}

function slackProblems(body: Json, text: string): string[] {
  const problems: string[] = [];
  if (typeof body["text"] !== "string" || body["text"].trim() === "") problems.push("no top-level text");
  if (text.length >= 12_000) problems.push("12,000 characters");
  const attachments = (body["attachments"] ?? []) as Json[];
  const blocks = [body, ...attachments].flatMap((part) => (part["blocks"] ?? []) as Json[]);
  if (blocks.length > 50) problems.push("50 blocks");
  if (attachments.some(({ color }) => !/^#[0-9a-f]{6}$/.test(String(color)))) problems.push("colour");
  return [...problems, ...blocks.flatMap(blockProblems)];
}

function blockProblems(block: Json): string[] {
  if (block["type"] === "divider") return [];
  if (block["type"] === "header")
    return (block["text"] as Json)["type"] === "plain_text" ? textProblems(block["text"] as Json, 150) : ["a header"];
  if (block["type"] === "image") {
    const [url, alt] = [String(block["image_url"]), String(block["alt_text"])];
    const good = /^https?:\/\/\S{1,2990}$/.test(url) && URL.canParse(url) && alt.length >= 1 && alt.length <= 2000;
    return good ? [] : ["a picture"];
  }
  if (block["type"] === "context") {
    const elements = block["elements"] as Json[];
    if (elements.length < 1 || elements.length > 10) return ["context elements"];
    return elements.flatMap((element) => textProblems(element, 3000));
  }
  if (block["type"] !== "section") return [`unknown block ${String(block["type"])}`];
  const fields = block["fields"] as Json[] | undefined;
  if (block["text"] === undefined && fields === undefined) return ["an empty section"];
  const beside = block["accessory"] === undefined ? [] : blockProblems(block["accessory"] as Json);
  if (fields !== undefined && (fields.length < 1 || fields.length > 10)) return ["10 fields"];
  return [
    ...beside,
    ...(block["text"] === undefined ? [] : textProblems(block["text"] as Json, 3000)),
    ...(fields ?? []).flatMap((field) => textProblems(field, 2000)),
  ];
}

function textProblems({ type, text }: Json, most: number): string[] {
  if (type !== "mrkdwn" && type !== "plain_text") return ["text type"];
  return typeof text === "string" && text.length >= 1 && text.length <= most ? [] : [`text of 1 to ${most}`];
}
