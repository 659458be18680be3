import type { Mention } from "../../core/notice.ts";
import type { OutboundRequest } from "../kind.ts";
import { bodyOf, LIMIT_SECONDS, type Body, type Limits, type Refusal } from "../limits.ts";

interface Entity {
  type: string;
  offset: number;
  length: number;
  url?: string;
  user?: { id: number };
}

const answer = (status: number, description: string) => ({
  status,
  body: JSON.stringify({ ok: false, error_code: status, description }),
});

const described = (means: Refusal["means"], ...descriptions: string[]): Refusal[] =>
  descriptions.map((name) => ({ ...answer(400, name), name, means }));

export const limits: Limits = {
  problems,
  carries: { full: 3300, plain: 3300 },
  calls: ["user"],
  refuses: answer(400, "Bad Request: message is too long"),
  forbids: answer(403, "Forbidden: bot was kicked from the supergroup chat"),
  refusals: [
    ...described(
      "content",
      "Bad Request: message is too long",
      "Bad Request: message text is empty",
      "Bad Request: can't parse entities: unsupported start tag",
      "Bad Request: ENTITY_BOUNDS_INVALID",
      "Bad Request: BUTTON_URL_INVALID",
    ),
    ...described(
      "state",
      "Bad Request: chat not found",
      "Bad Request: message thread not found",
      "Bad Request: TOPIC_CLOSED",
      "Bad Request: not enough rights to send text messages to the chat",
      "Bad Request: CHAT_SEND_PLAIN_FORBIDDEN",
      "Bad Request: something that nobody knows",
    ),
    { ...answer(403, "Forbidden: bot was kicked from the supergroup chat"), name: "403", means: "state" },
    { ...answer(401, "Unauthorized"), name: "401", means: "state" },
    { name: "413", status: 413, body: "", means: "content" },
    { ...answer(404, "Not Found"), name: "404", means: "state" },
    ...described("state", "Bad Request: message to edit not found", "Bad Request: message can't be edited").map(
      (one) => ({ ...one, of: "edits" as const }),
    ),
    {
      name: "429 in the body",
      status: 429,
      body: JSON.stringify({ ok: false, error_code: 429, parameters: { retry_after: LIMIT_SECONDS } }),
      means: "limit",
    },
  ],
  missing: answer(400, "Bad Request: message to edit not found"),
  standing: {
    answer: (number) => ({
      status: 200,
      body: JSON.stringify({
        ok: true,
        result: { message_id: number, chat: { id: -1001234567890, type: "supergroup" } },
      }),
    }),
    edited: ({ url, body }) =>
      url.endsWith("/editMessageText") ? (JSON.parse(body) as { message_id: number }).message_id : null,
  },
  uninvited: (body, mentions) => {
    const called = entitiesOf(body).flatMap(({ user }) => (user === undefined ? [] : [String(user.id)]));
    const names =
      String(body["text"])
        .replace(/https?:\/\/\S+/g, "")
        .match(/@\w+/g) ?? [];
    return [...names, ...called.filter((id) => !requested(mentions).includes(id))];
  },
};

const requested = (mentions: Mention[]): string[] => mentions.flatMap((one) => (one.kind === "user" ? [one.id] : []));

const entitiesOf = (body: Body): Entity[] => (body["entities"] ?? []) as Entity[];

function problems(request: OutboundRequest): string[] {
  const body = bodyOf(request);
  const text = String(body["text"]);
  const edits = request.url.endsWith("/editMessageText");
  const rows = ((body["reply_markup"] as Body | undefined)?.["inline_keyboard"] ?? []) as Body[][];
  const checks: [string, boolean][] = [
    ["path", /\/bot\d+:[\w-]+\/(sendMessage|editMessageText)$/.test(request.url)],
    ["method", request.method === "POST"],
    ["no chat", typeof body["chat_id"] === "number" || /^@\w+$/.test(String(body["chat_id"]))],
    ["message to edit", !edits || Number.isSafeInteger(body["message_id"])],
    ["text of 1 to 4096", text.length >= 1 && text.length <= 4096],
    ["blanks around the text", text.trim() === text],
    ["markup", body["parse_mode"] === undefined],
    ["100 entities", entitiesOf(body).length <= 100],
    ["entities", entitiesOf(body).every((one) => isEntity(one, text)) && areNested(entitiesOf(body))],
    ["keyboard", rows.length <= 5 && rows.every((row) => row.length >= 1 && row.length <= 8 && row.every(isButton))],
    ["preview", isPreview(body["link_preview_options"])],
  ];
  return checks.flatMap(([what, fine]) => (fine ? [] : [what]));
}

const isHttp = (url: unknown): boolean => typeof url === "string" && /^https?:\/\//.test(url) && URL.canParse(url);

const isPreview = (options: unknown): boolean => {
  const { is_disabled: off, url } = (options ?? {}) as Body;
  return off === true || isHttp(url);
};

/** A button either leads somewhere or sends us 1 to 64 bytes. */
const isButton = ({ text, url, callback_data: data }: Body): boolean => {
  const size = typeof data === "string" ? new TextEncoder().encode(data).length : 0;
  const isAsking = url === undefined && size >= 1 && size <= 64;
  return typeof text === "string" && text !== "" && (isAsking || (data === undefined && isHttp(url)));
};

function isEntity({ type, offset, length, url, user }: Entity, text: string): boolean {
  const inside = offset >= 0 && length > 0 && offset + length <= text.length;
  if (type === "text_link") return inside && isHttp(url);
  if (type === "text_mention") return inside && Number.isSafeInteger(user?.id);
  return inside && ["bold", "italic", "pre"].includes(type);
}

/** Entities may be nested but must not overlap, and fixed-width blocks contain none. */
const areNested = (entities: Entity[]): boolean =>
  entities.every((one, index) =>
    entities.slice(index + 1).every((other) => {
      const end = one.offset + one.length;
      const apart = other.offset >= end;
      return apart || (one.type !== "pre" && other.offset >= one.offset && other.offset + other.length <= end);
    }),
  );
