import type { Hono } from "hono";
import { receivers } from "../../build/receivers.ts";
import type { Inbox, InboxEntry, Said } from "../inbox/inbox.ts";
import { asObject, type JsonObject } from "../inbox/json.ts";
import type { Settings } from "../settings.ts";
import type { Person } from "./people.ts";

/** What a chat needs to play its service. */
export interface ChatParts {
  inbox: Inbox;
  settings: Settings;
  now: () => number;
  /** Calls Tallylight, and the simulator itself. */
  call: typeof fetch;
  own: (request: Request) => Promise<Response>;
  /** The simulator's own address. */
  origin: string;
}

/** A message with a pressed button. */
interface Pressed {
  entry: InboxEntry;
  message: JsonObject;
  button: string;
}

/** A chat service, as a person in a chat uses it. What it does arrives in the inbox. */
export interface ChatService {
  command: (who: Person, text: string, parts: ChatParts) => Promise<void>;
  press: (who: Person, pressed: Pressed, parts: ChatParts) => Promise<void>;
  /** What is offered while somebody types the last word; only where a service has that. */
  complete?: (who: Person, text: string, parts: ChatParts) => Promise<string[]>;
  /** What the service itself offers to Tallylight for late answers. */
  routes: (parts: Omit<ChatParts, "origin">) => Hono;
}

/** How long Discord and Slack wait for the first answer. */
const PATIENCE_MS = 3000;

/** Sends what a service sends to an app. Null if nothing came in time, or what came was no success. */
export async function delivered(
  { settings, call }: Pick<ChatParts, "settings" | "call">,
  path: string,
  headers: Record<string, string>,
  body: string,
  patienceMs = PATIENCE_MS,
): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await call(settings.app + path, { method: "POST", headers, body, signal });
    const text = await response.text();
    return response.ok ? text : null;
  } catch {
    return null;
  }
}

let count = 0;

/** An entry of the inbox that a service shows by itself. */
export function shown(
  { inbox, now }: Pick<ChatParts, "inbox" | "now">,
  channelKind: string,
  said: Said,
  message: JsonObject = {},
): InboxEntry {
  const id = `said-${now()}-${++count}`;
  const arrival = { id, channelKind, path: "", method: "", body: message, text: textIn(message), headers: {}, said };
  return inbox.add(arrival);
}

/** Replaces a message that a service shows by itself. */
export function replaced(inbox: Inbox, before: InboxEntry, message: JsonObject, said = before.said): void {
  const { index: _index, at: _at, said: _said, ...arrival } = before;
  const now = said === undefined ? {} : { said };
  inbox.add({ ...arrival, ...now, text: textIn(message), editOf: before.id, message, body: message });
}

/** All texts in a message, one a line. */
function textIn(message: unknown): string {
  if (Array.isArray(message)) return message.map(textIn).filter(Boolean).join("\n");
  const entries = Object.entries(asObject(message) ?? {});
  return entries
    .map(([name, value]) =>
      ["text", "content", "title", "description", "name", "value", "label"].includes(name) && typeof value === "string"
        ? value
        : textIn(value),
    )
    .filter(Boolean)
    .join("\n");
}

/** Why the service would refuse a message; undefined if it would accept it. */
export const refusalOf = (channelKind: string, message: JsonObject): unknown =>
  receivers[channelKind]?.refuses?.(message);
