import { type JsonObject, lines, objects, str } from "../../../../../sim/inbox/json.ts";

/** A service as its own documentation describes it. */
export interface Service {
  method: "POST" | "PUT";
  /** Whether the credentials of a request are there. Default: the address is enough. */
  knows?: (header: (name: string) => string | undefined) => boolean;
  /** Limit on the bytes of a body. */
  bytes: number;
  /** Why it refuses a body; undefined if it takes it. */
  refusal: (body: JsonObject) => string | undefined;
  /** Its answer to a message, by the number of the message. */
  took: (id: string) => Response;
  /** The texts that people see. */
  text: (body: JsonObject) => string;
}

const isHttp = (url: unknown): boolean => typeof url === "string" && /^https?:\/\/\S+$/.test(url) && URL.canParse(url);

/** The Adaptive Card of a body; undefined if there is none. */
const cardIn = (body: JsonObject): JsonObject | undefined =>
  objects(objects(body["attachments"]).map(({ content }) => content))[0];

function cardRefusal(body: JsonObject): string | undefined {
  const card = cardIn(body);
  const [attachment] = objects(body["attachments"]);
  if (body["type"] !== "message" || card === undefined) return "Property 'attachments' must have a card";
  if (attachment?.["contentType"] !== "application/vnd.microsoft.card.adaptive") return "contentType is not supported";
  if (card["type"] !== "AdaptiveCard" || !/^1\.[0-5]$/.test(str(card["version"])))
    return "card version is not supported";
  const elements = objects(card["body"]);
  if (elements.length === 0) return "card has no body";
  for (const { type, text, url } of elements) {
    if (type === "TextBlock" ? str(text) === "" : type !== "Image" || !isHttp(url)) return "card element is not valid";
  }
  const open = objects(card["actions"]).every(
    ({ type, title, url }) => type === "Action.OpenUrl" && str(title) !== "" && isHttp(url),
  );
  return open ? undefined : "card action is not valid";
}

const cardText = (body: JsonObject): string => lines(objects(cardIn(body)?.["body"]).map(({ text }) => str(text)));

const textOf = (name: string) => (body: JsonObject) => str(body[name]);

/** Requires one text of up to `longest` characters, and allows nothing but these fields. */
const only =
  (name: string, longest: number, rest: string[] = []) =>
  (body: JsonObject): string | undefined => {
    const text = str(body[name]);
    if (text.trim() === "") return `${name} is required`;
    if (text.length > longest) return `${name} is too long`;
    const unknown = Object.keys(body).find((field) => field !== name && !rest.includes(field));
    return unknown === undefined ? undefined : `Unknown name "${unknown}"`;
  };

/** The services, by name. Limits are those of November 2026. */
export const services: Record<string, Service> = {
  teams: {
    method: "POST",
    bytes: 28 * 1024,
    refusal: cardRefusal,
    took: () => new Response(null, { status: 202 }),
    text: cardText,
  },
  "google-chat": {
    method: "POST",
    bytes: 32_000,
    refusal: only("text", 4096),
    took: (id) => Response.json({ name: `spaces/AAAA/messages/${id}` }),
    text: textOf("text"),
  },
  mattermost: {
    method: "POST",
    bytes: 100_000,
    refusal: only("text", 16_383),
    took: () => new Response("ok"),
    text: textOf("text"),
  },
  gotify: {
    method: "POST",
    knows: (header) => (header("x-gotify-key") ?? "") !== "",
    bytes: 1_000_000,
    refusal: only("message", 1_000_000, ["priority", "title"]),
    took: (id) => Response.json({ id: Number(BigInt(id) % 1_000_000n) }),
    text: textOf("message"),
  },
  matrix: {
    method: "PUT",
    knows: (header) => /^Bearer \S+$/.test(header("authorization") ?? ""),
    bytes: 65_536,
    refusal: only("body", 65_536, ["msgtype", "m.mentions"]),
    took: (id) => Response.json({ event_id: `$${id}` }),
    text: textOf("body"),
  },
  apprise: {
    method: "POST",
    bytes: 1_000_000,
    refusal: only("body", 32_768, ["title", "type", "format", "tag"]),
    took: () => Response.json({ error: null, details: [] }),
    text: textOf("body"),
  },
  n8n: {
    method: "POST",
    bytes: 16_000_000,
    refusal: () => undefined,
    took: () => Response.json({ message: "Workflow was started" }),
    text: (body) => lines([str(body["title"]), str(body["text"])]) || JSON.stringify(body),
  },
};
