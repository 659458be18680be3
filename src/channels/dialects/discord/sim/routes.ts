import type { Context } from "hono";
import type { Attachment, Upload } from "../../../../../sim/inbox/attachments.ts";
import type { Inbox, InboxEntry } from "../../../../../sim/inbox/inbox.ts";
import { asObject, jsonObject, type JsonObject, lines, objects, str } from "../../../../../sim/inbox/json.ts";
import { arrival, messageIds } from "../../../../../sim/inbox/receive.ts";
import { discordRefusal } from "./rules.ts";

const unknownMessage = { message: "Unknown Message", code: 10008 };
const invalidJson = { message: "The request body contains invalid JSON.", code: 50109 };
const tooLarge = { message: "Request entity too large", code: 40005 };
const unnamed = { message: "Invalid Form Body", code: 50035, errors: { name: { _errors: [] } } };
const maxBytes = 10 * 1024 * 1024;
const stored = ["content", "embeds", "components", "username", "avatar_url", "flags", "allowed_mentions"];

/** The text of a Discord message: content, embeds, components and alt texts. */
function discordText(message: JsonObject): string {
  const embeds = objects(message["embeds"]).flatMap((embed) => [
    str(asObject(embed["author"])?.["name"]),
    str(embed["title"]),
    str(embed["description"]),
    ...objects(embed["fields"]).map((field) => `${str(field["name"])}: ${str(field["value"])}`),
    str(asObject(embed["footer"])?.["text"]),
  ]);
  const pictures = objects(message["attachments"]).map((attachment) => str(attachment["description"]));
  const components = objects(message["components"]).flatMap(componentTexts);
  return lines([str(message["content"]), ...embeds, ...components, ...pictures]);
}

function componentTexts(component: JsonObject): string[] {
  const nested = objects(component["components"]).flatMap(componentTexts);
  return [str(component["content"]), str(component["label"]), ...nested];
}

/** The content of a request: a message as JSON, alone or as `payload_json` of a form with files. */
interface Message {
  message: JsonObject;
  uploads: Upload[];
}

/** Undefined if the request has no readable message. */
async function messageIn(context: Context): Promise<Message | undefined> {
  if (!/^multipart\/form-data\b/i.test(context.req.header("content-type") ?? "")) {
    const message = jsonObject(await context.req.text());
    return message && { message, uploads: [] };
  }
  const form = await context.req.raw.formData().catch(() => undefined);
  const payload = form?.get("payload_json");
  const message = typeof payload === "string" ? jsonObject(payload) : undefined;
  if (!form || !message) return undefined;
  const uploads: Upload[] = [];
  for (const [field, value] of form) {
    const number = /^files\[(\d{1,4})\]$/.exec(field)?.[1];
    if (number === undefined || typeof value === "string") continue;
    const bytes = new Uint8Array(await value.arrayBuffer());
    uploads.push({ number: Number(number), name: value.name, type: typeOf(value.type), bytes });
  }
  return { message, uploads };
}

/** The alt text of a file in its message. */
const describedAs = (message: JsonObject, { number }: Upload): string =>
  str(objects(message["attachments"]).find((attachment) => Number(attachment["id"]) === number)?.["description"]);

const typeOf = (stated: string): string =>
  /^image\/(png|jpeg|gif|webp)$/.test(stated) ? stated : "application/octet-stream";

/** How Discord accepts, edits and shows messages of a kind of channel. */
export function discordMessages(kind: string, inbox: Inbox, wallNow: () => number) {
  const nextId = messageIds(wallNow);
  return { send, edit, show, remove, begin };

  /** `POST /channels/{id}/threads`: creates a post in a forum with its first message. */
  async function begin(context: Context): Promise<Response> {
    const body = jsonObject(await context.req.text());
    const message = asObject(body?.["message"]);
    if (!body || !message) return context.json(invalidJson, 400);
    const name = str(body["name"]);
    const refusal = name === "" || name.length > 100 ? unnamed : discordRefusal(message);
    if (refusal) return context.json(refusal, 400);
    const entry = inbox.add(arrival(context, kind, message, discordText(message), nextId()));
    return context.json({ id: entry.id, type: 11, name, message: messageOf(context, entry, entry.id) }, 201);
  }

  function remove(context: Context): Response {
    const before = find(context);
    if (!before) return context.json(unknownMessage, 404);
    inbox.add({ ...arrival(context, kind, {}, "", before.id), deleted: true });
    return context.body(null, 204);
  }

  function find(context: Context): InboxEntry | undefined {
    const found = inbox.find(kind, context.req.param("id") ?? "");
    return found?.deleted ? undefined : found;
  }

  async function send(context: Context, answers: boolean): Promise<Response> {
    const brought = await messageIn(context);
    if (!brought) return context.json(invalidJson, 400);
    const { message, uploads } = brought;
    if (sizeOf(brought) > maxBytes) return context.json(tooLarge, 413);
    const refusal = discordRefusal(message, uploads);
    if (refusal) return context.json(refusal, 400);
    const begins = str(message["thread_name"]) !== "";
    if (begins && str(message["thread_name"]).length > 100) return context.json(unnamed, 400);
    const attachments = stored(brought);
    const entry = inbox.add({
      ...arrival(context, kind, message, discordText(message), nextId()),
      ...(attachments.length === 0 ? {} : { attachments }),
    });
    return answers ? context.json(messageOf(context, entry, begins ? entry.id : null)) : context.body(null, 204);
  }

  async function edit(context: Context): Promise<Response> {
    const before = find(context);
    if (!before) return context.json(unknownMessage, 404);
    const brought = await messageIn(context);
    if (!brought) return context.json(invalidJson, 400);
    const { message: change, uploads } = brought;
    if (sizeOf(brought) > maxBytes) return context.json(tooLarge, 413);
    const staying = stayingOf(before, change);
    const message: JsonObject = { ...(before.message ?? asObject(before.body)), ...change };
    const refusal = discordRefusal({ ...message, attachments: change["attachments"] }, uploads, staying);
    if (refusal) return context.json(refusal, 400);
    const attachments = [...staying, ...stored(brought)];
    const entry = inbox.add({
      ...arrival(context, kind, change, discordText(message), before.id),
      editOf: before.id,
      message,
      ...(attachments.length === 0 ? {} : { attachments }),
    });
    return context.json(messageOf(context, entry));
  }

  function stored({ message, uploads }: Message): Attachment[] {
    return uploads.map((upload) => inbox.attachments.add(nextId(), upload, describedAs(message, upload)));
  }

  function show(context: Context): Response {
    const entry = find(context);
    return entry ? context.json(messageOf(context, entry)) : context.json(unknownMessage, 404);
  }
}

const sizeOf = ({ uploads }: Message): number => uploads.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Files that stay after an edit: those that it lists, or all if it has no list. */
function stayingOf({ attachments = [] }: InboxEntry, change: JsonObject): Attachment[] {
  if (!Array.isArray(change["attachments"])) return attachments;
  const named = objects(change["attachments"]).map((attachment) => String(attachment["id"]));
  return attachments.filter(({ id }) => named.includes(id));
}

/** A message in Discord's API form. `thread` is the one that it opens. */
function messageOf(context: Context, entry: InboxEntry, thread: string | null = null): JsonObject {
  const body = entry.message ?? asObject(entry.body) ?? {};
  const channel = thread ?? context.req.query("thread_id") ?? context.req.param("channel") ?? "1000000000000000001";
  const displayed = Object.fromEntries(stored.filter((key) => key in body).map((key) => [key, body[key]]));
  const attachments = (entry.attachments ?? []).map(({ path, ...attachment }) => ({
    ...attachment,
    url: new URL(path, context.req.url).href,
  }));
  return {
    content: "",
    components: [],
    ...displayed,
    id: entry.id,
    type: 0,
    channel_id: channel,
    webhook_id: context.req.param("webhook") ?? null,
    embeds: objects(body["embeds"]),
    attachments,
    timestamp: entry.at,
    edited_timestamp: entry.editOf === undefined ? null : entry.at,
  };
}

/** The body that Discord sends with a status. `unknown` is the body of a 404. */
export function discordWords(status: number, retryAfter: number | undefined, unknown: JsonObject): string {
  if (status === 404) return JSON.stringify(unknown);
  if (status !== 429) return JSON.stringify({ message: `${status}: Error`, code: 0 });
  const wait = retryAfter === undefined ? {} : { retry_after: retryAfter };
  return JSON.stringify({ message: "You are being rate limited.", ...wait, global: false });
}
