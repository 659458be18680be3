import type { Json, JsonObject } from "../../core/json.ts";
import { pattern } from "../../core/lazy.ts";
import { seen } from "../../core/text.ts";
import type { ChannelKind, OutboundAnswer, OutboundRequest, Outcome, Reporting, Sending } from "../kind.ts";
import { fixed, strong } from "../preview/marks.ts";
import { listIn, objectIn, type Part, type Preview, textIn } from "../preview/preview.ts";
import { maskedUrl } from "../url-setting.ts";
import { filled, filledText, namesIn, type Values } from "./fill.ts";
import { presetAt, presets } from "./presets.ts";
import { type Format, formatOf, newlineOf, presetNameOf, templateSettings, type TemplateSettings } from "./settings.ts";
import { reportValues, templatePart, valuesOf } from "./values.ts";
import { jsonHeaders } from "../outbound.ts";
import { passing, refusedForm, unclearRefusal, untilFixed } from "../outcome.ts";

const LONGEST = 1000;

const blanks = pattern(String.raw`[\s\p{Cc}]+`, "gu");

/**
 * A text as the value of a header: one line of ASCII. Other texts are encoded as RFC 2047 says, which ntfy and mail
 * programs decode.
 */
function headerValue(text: string): string {
  const line = text.replace(blanks(), " ").trim();
  if (/^[\x20-\x7e]*$/.test(line)) return line.slice(0, LONGEST);
  const bytes = new TextEncoder().encode(line).slice(0, (LONGEST * 3) / 5);
  // A character that was cut in two is left out.
  const whole = new TextEncoder().encode(new TextDecoder().decode(bytes).replace(/\ufffd+$/, ""));
  return `=?UTF-8?B?${btoa(String.fromCharCode(...whole))}?=`;
}

/** The request with these values. Headers that end up empty, or lack their token, are left out. */
function requestOf({ url, token = "" }: TemplateSettings, format: Format, provided: Values): OutboundRequest {
  const values = { ...provided, token };
  const headers = Object.entries(format.headers)
    .filter(([, value]) => token !== "" || !namesIn(value).includes("token"))
    .map(([name, value]) => [name.toLowerCase(), headerValue(filledText(value, values))] as const)
    .filter(([, value]) => value !== "");
  return {
    method: format.method,
    url: filledText(url, { id: provided["id"]! }),
    headers: { ...jsonHeaders, ...Object.fromEntries(headers) },
    body: JSON.stringify(filled(format.body, values)),
  };
}

function render({ settings, message, deliveryId, at, plain }: Sending<TemplateSettings>): OutboundRequest {
  const format = formatOf(settings);
  return requestOf(settings, format, valuesOf(message, plain, { deliveryId, at, newline: newlineOf(format) }));
}

function report({ settings, ...digest }: Reporting<TemplateSettings>): OutboundRequest {
  const format = formatOf(settings);
  return requestOf(
    settings,
    format,
    reportValues(digest.report, digest.data, { ...digest, newline: newlineOf(format) }),
  );
}

/** Services accept about one message a second. */
const PAUSE_SECONDS = 1;

/** Judges an answer by its status, which is all that services have in common. */
function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500) return passing(answer);
  if (status >= 200 && status < 300) return { kind: "sent", ref: null, pauseSeconds: PAUSE_SECONDS };
  if (status === 401 || status === 403)
    return untilFixed("token", `the service doesn't accept the address or token (${status})`);
  if (status === 404) return untilFixed("address", "the service doesn't know this address (404)");
  if (status === 410) return { kind: "gone", reason: "the receiver wants no more messages (410)" };
  if (status === 413) return refusedForm(plain, "the service rejected the message format (413)");
  return unclearRefusal(answer, plain);
}

/** Where services expect a headline, and the text. */
const TITLES = ["title", "subject", "summary"];
const TEXTS = ["text", "message", "body", "content", "markdown"];

const firstOf = (body: JsonObject, names: string[]): string =>
  names.map((name) => textIn(body, name)).find((text) => text !== "") ?? "";

/** The elements and buttons of an Adaptive Card; null if the body has none. */
function cardIn(body: JsonObject): { elements: JsonObject[]; actions: JsonObject[] } | null {
  const [attachment = {}] = listIn(body, "attachments");
  const card = objectIn(attachment, "content");
  return card["type"] === "AdaptiveCard" ? { elements: listIn(card, "body"), actions: listIn(card, "actions") } : null;
}

/** Paragraphs are shown as lines. */
const lined = (text: string): string => text.replaceAll("\n\n", "\n");

function elementPart(element: JsonObject): Part[] {
  if (element["type"] === "Image") return [{ is: "picture", address: textIn(element, "url") }];
  const text = lined(textIn(element, "text"));
  if (text === "") return [];
  return [{ is: "words", marks: [element["weight"] === "bolder" ? strong([text]) : text] }];
}

/** Formatted JSON whose texts show no invisible characters. */
const jsonText = (body: JsonObject): string =>
  JSON.stringify(body, (_, value: Json) => (typeof value === "string" ? seen(value) : value), 1);

/** The main text of a body, which a phone would show. */
function pushed(body: JsonObject): string {
  const card = cardIn(body);
  const reported = card === null ? firstOf(body, [...TITLES, ...TEXTS]) : textIn(card.elements[0] ?? {}, "text");
  return (reported || jsonText(body)).split("\n")[0]!;
}

/** How a service shows a message: a card, or a headline and a text; otherwise the JSON. */
const templatePreview: Preview = {
  chat: "Custom webhook",
  theme: "light",
  alone: true,
  push: (body) => [pushed(body)],
  marksCalls: false,
  parts(body) {
    const card = cardIn(body);
    if (card !== null) {
      const buttons = card.actions.map((action): Part => ({ is: "button", label: textIn(action, "title") }));
      return [{ is: "card", color: "#5b5fc7", parts: [...card.elements.flatMap(elementPart), ...buttons] }];
    }
    const [title, text] = [firstOf(body, TITLES), firstOf(body, TEXTS)];
    if (title === "" && text === "") return [{ is: "words", marks: [fixed(jsonText(body))] }];
    const picture = textIn(body, "picture");
    const parts: (Part | false)[] = [
      title !== "" && { is: "words", marks: [strong([title])] },
      text !== "" && { is: "words", marks: [text] },
      picture !== "" && { is: "picture", address: picture },
    ];
    return parts.filter((part) => part !== false);
  },
};

/** A webhook whose format is that of a known service, or a template. */
export const template: ChannelKind<TemplateSettings> = {
  kind: "template",
  title: "Custom webhook",
  page: {
    about: "Google Chat, Teams, Matrix and others",
    where: "In Google Chat: Apps & integrations > Webhooks. In Teams: Workflows > “Send webhook alerts to a channel”",
    labels: { preset: "Service", url: "Address", token: "Token", headers: "Headers", body: "Message format (JSON)" },
    listed: "Gotify, Matrix, Mattermost and other services",
    fields: {
      preset: {
        usual: true,
        words: {
          "": "Another service, with a format of your own",
          ...Object.fromEntries(Object.entries(presets).map(([name, { title }]) => [name, title])),
        },
        hint: "The service that gets the messages.",
      },
      url: { hint: "The address that the service shows for incoming messages. It is never shown again." },
      token: { usual: true, hint: "Only if the service needs one, as Gotify and Matrix do. It is never shown again." },
      headers: { hint: "One a line, such as X-Key: {{token}}. They are never shown again." },
      body: { lines: 6, hint: "JSON with placeholders, for a service that is not in the list." },
    },
  },
  example: {
    settings: {
      preset: "teams",
      url: "https://prod-12.westeurope.logic.azure.com/workflows/0a1b2c3d/triggers/manual/paths/invoke?sig=ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l",
      token: "Qw3rTy8uIoP0aSdF",
      headers: { "x-relay-key": "N0tF0rAnyb0dyElse" },
    },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "Qw3rTy8uIoP0aSdF", "N0tF0rAnyb0dyElse"],
    took: { status: 202, body: "" },
  },
  pasted: {
    recognizes: (address, local) =>
      local ? address.pathname.startsWith("/inbox/template/") : presetAt(address) !== undefined,
    of: ["Google Chat", "Microsoft Teams"],
  },
  secret: /(?<=[?&](?:sig|token)=)[\w%.~-]{20,}/,
  preview: templatePreview,
  settings: templateSettings,
  destination: ({ url }) => url,
  shared: { names: ["token", "headers"] },
  mask(settings) {
    const { url, token, headers, body, method } = settings;
    const preset = presetNameOf(settings);
    return {
      url: maskedUrl(url),
      ...(preset === undefined ? {} : { preset }),
      ...(token === undefined ? {} : { token: "…" }),
      ...(headers === undefined
        ? {}
        : { headers: Object.fromEntries(Object.keys(headers).map((name) => [name, "…"])) }),
      ...(body === undefined ? {} : { body }),
      ...(method === undefined ? {} : { method }),
    };
  },
  groups: true,
  part: templatePart,
  pictures: "none",
  render,
  report,
  judge,
};
