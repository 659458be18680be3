import type { Fix } from "../../core/channel-failure.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { bodyObject, ownWords } from "../body-object.ts";
import type { ChannelKind, OutboundAnswer, OutboundRequest, Outcome, Reporting, Sending } from "../kind.ts";
import { strong } from "../preview/marks.ts";
import { listIn, type Part, type Preview, textIn } from "../preview/preview.ts";
import { maskedUrl } from "../url-setting.ts";
import { addressRefusal, recipientsIn, senderIn } from "./address.ts";
import { safeLink } from "../link.ts";
import { type Content, emailPart, messageContent } from "./message.ts";
import { partsOf } from "./frame.ts";
import { reportContent } from "./report.ts";
import { requestOf, services } from "./services.ts";
import { emailSettings, type EmailSettings } from "./settings.ts";
import { later, passing, refusedForm, unclearRefusal, untilFixed } from "../outcome.ts";

/** Names of Resend and codes of Postmark that reject the content of an email: a bad attachment, or JSON. */
const CONTENT_CODES: Json[] = ["invalid_attachment", 402, 403, 409, 411];

/** Fields of an email's content, as services call them. Other fields, such as the sender, are settings. */
const CONTENT = /^(subject|html(body|content)?|text(body|content)?|content|attachments?|headers)\b/i;

/** Texts that name the field which is at fault, such as "Missing `subject` field" and "subject is missing". */
const NAMED = [/^(?:missing|invalid) [`'"]?(\w+)[`'"]?/i, /^[`'"]?(\w+)[`'"]? (?:is|must|cannot|should)\b/i];

/** Reports whether an answer says that the content of an email is at fault, by its code or the field that it names. */
function rejectsContent(body: JsonObject | null): boolean {
  if (body === null) return false;
  const errors = Array.isArray(body["errors"]) ? body["errors"].filter(isObject) : [];
  return [body, ...errors].some((one) => {
    const codes = [one["name"], one["code"], one["ErrorCode"]].filter((code) => code !== undefined);
    if (codes.some((code) => CONTENT_CODES.includes(code))) return true;
    return [one["field"], fieldIn(one["message"]), fieldIn(one["Message"])].some(
      (field) => typeof field === "string" && CONTENT.test(field),
    );
  });
}

const fieldIn = (text: Json | undefined): string | undefined =>
  typeof text === "string" ? NAMED.map((form) => form.exec(text)?.[1]).find((field) => field !== undefined) : undefined;

type Requested = Pick<Sending<EmailSettings>, "settings" | "deliveryId" | "unsubscribeUrl">;

/** Where recipients unsubscribe, as a link; null if nowhere. */
function unsubscribeIn({ settings: { unsubscribe }, unsubscribeUrl = null }: Requested): string | null {
  if (unsubscribe === undefined) return unsubscribeUrl;
  return unsubscribe.startsWith("mailto:") ? unsubscribe : safeLink(unsubscribe);
}

/** The request that sends this content. */
function sent(requested: Requested, content: Content): OutboundRequest {
  const { settings, deliveryId } = requested;
  const to = recipientsIn(settings.to);
  const unsubscribe = unsubscribeIn(requested);
  // Our own link to a single recipient is signed for them, so nobody needs to be asked for an address.
  const oneClick = settings.unsubscribe === undefined && to.length === 1 && unsubscribe?.startsWith("https:") === true;
  return requestOf(settings, { id: deliveryId, from: senderIn(settings.from), to, ...content, unsubscribe, oneClick });
}

const render = (sending: Sending<EmailSettings>): OutboundRequest => {
  const { message, at, plain } = sending;
  return sent(sending, messageContent(message, { at, plain, unsubscribe: unsubscribeIn(sending) }));
};

const report = (reporting: Reporting<EmailSettings>): OutboundRequest => {
  const { report: about, plain } = reporting;
  return sent(reporting, reportContent(about, { plain, unsubscribe: unsubscribeIn(reporting) }));
};

/** What somebody types as their address, also with a name or as a mail program copies it; null if it is not one. */
function typed(text: string): string | null {
  const { address } = senderIn(
    text
      .normalize("NFKC")
      .trim()
      .replace(/^mailto:/i, ""),
  );
  return addressRefusal(address) === null ? address.toLowerCase() : null;
}

const without = (settings: EmailSettings, recipient: string): EmailSettings => {
  const rest = recipientsIn(settings.to).filter((one) => one.toLowerCase() !== recipient.toLowerCase());
  return { ...settings, to: rest.join(", ") };
};

/** Who gets the API key. */
const holder = ({ service, account = "", url = "" }: EmailSettings): string => JSON.stringify([service, account, url]);

/** Services accept at least one request a second. */
const PAUSE_SECONDS = 1;

/** Statuses for which a person must do something first. */
const FIXES: Record<number, [Fix, string]> = {
  401: ["token", "the service says that the token is not valid (401)"],
  402: ["limit", "the service sends no more emails for this account (402)"],
  403: ["allow", "the service doesn't allow this sender or API key (403)"],
  404: ["address", "the service doesn't know this address or account (404)"],
};

/** Postmark's codes for the same, which come with 422. */
const CODES: Record<number, [Fix, string]> = {
  400: ["allow", "the service doesn't know the sender (400)"],
  401: ["allow", "the sender is not confirmed at the service (401)"],
  405: ["limit", "the service sends no more emails for this account (405)"],
  406: ["address", "the service no longer sends to these recipients (406)"],
  412: ["allow", "the account at the service is not approved yet (412)"],
};

/** Judges an answer by its status, and by the code in it where a status has several meanings. */
export function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const body = bodyObject(answer.body);
  if (status >= 200 && status < 300)
    // Cloudflare says in the body whether it accepted the email.
    return body?.["success"] === false
      ? later("the service did not accept the email")
      : { kind: "sent", ref: null, pauseSeconds: PAUSE_SECONDS };
  const fix = FIXES[status] ?? (status === 422 ? CODES[Number(body?.["ErrorCode"])] : undefined);
  if (fix !== undefined) return untilFixed(...fix);
  if (status === 400 && /\bAPI key\b/i.test(ownWords(answer.body) ?? ""))
    return untilFixed("token", "the service says that the token is not valid (400)");
  if (status === 410) return { kind: "gone", reason: "the service wants no more emails (410)" };
  if (status === 413 || rejectsContent(body))
    return refusedForm(plain, `the service rejected the message format (${status})`);
  return unclearRefusal(answer, plain);
}

/** The first text of these names in a body. Services name the parts of an email differently. */
const firstOf = (body: JsonObject, names: string[]): string =>
  names.map((name) => textIn(body, name)).find((text) => text !== "") ?? "";

/** A part of an email for SendGrid. */
const contentOf = (body: JsonObject, type: string): string =>
  textIn(listIn(body, "content").find((part) => part["type"] === type) ?? {}, "value");

const subjectIn = (body: JsonObject): string => firstOf(body, ["subject", "Subject"]);

const textOf = (body: JsonObject): string =>
  firstOf(body, ["text", "TextBody", "textContent"]) || contentOf(body, "text/plain");

const htmlOf = (body: JsonObject): string =>
  firstOf(body, ["html", "HtmlBody", "htmlContent"]) || contentOf(body, "text/html");

/** The invisible breaks of words that look like links. */
const unbroken = (text: string): string => text.replaceAll("\u200b", "");

/** The subject of an email, and below it what a mail program shows. */
const emailPreview: Preview = {
  chat: "Email",
  theme: "light",
  push: (body) => [subjectIn(body) || textOf(body).split("\n")[0]!],
  marksCalls: false,
  parts(body) {
    const [subject, text, html] = [subjectIn(body), textOf(body), htmlOf(body)];
    const head: Part[] = subject === "" ? [] : [{ is: "words", marks: [strong([subject])] }];
    if (html !== "") return [...head, ...partsOf(html, subject)];
    const [first = "", ...rest] = text.split("\n");
    // The text begins with the headline, which is the subject.
    const reported = unbroken(first) === unbroken(subject) ? rest.join("\n").trim() : text;
    return [...head, ...(reported === "" ? [] : [{ is: "words" as const, marks: [reported] }])];
  },
};

/** Emails through the HTTP API of a service. */
export const email: ChannelKind<EmailSettings> = {
  kind: "email",
  title: "Email",
  page: {
    about: "Up to 20 addresses",
    where:
      "Create an account at one of the services, verify your domain there, and create an API key that may send emails",
    labels: {
      service: "Service",
      token: "API key",
      from: "Sender",
      to: "Recipients",
      unsubscribe: "Unsubscribe address",
      account: "Account ID",
      url: "Address",
    },
    listed: "Email, by Resend, Postmark, SendGrid, Brevo or Cloudflare",
    fields: {
      unsubscribe: {
        hint: "Empty: Tallylight’s own page. Or an https address, or mailto: and an email address that you read.",
      },
      token: { usual: true, hint: "An API key that may send emails. Never shown again." },
      service: {
        words: Object.fromEntries(Object.entries(services).map(([name, { title }]) => [name, title])),
        hint: "You need an account there.",
      },
      to: { lines: 3, edited: true, hint: "Up to 20, separated by commas. Recipients see each other’s addresses." },
      from: { edited: true, hint: "An address that the service has verified, such as alerts@example.com." },
      account: { hint: "Only for Cloudflare: the ID of the account." },
      url: { hint: "Only for another service: the address that takes emails as JSON. Never shown again." },
    },
  },
  example: {
    settings: {
      service: "resend",
      token: "re_ZaQ1xSw2_CdE3vFr4BgT5nHy6MjU7",
      from: "Tallylight <alerts@mail.example.com>",
      to: "maria@example.com, team@example.com",
    },
    secrets: ["re_ZaQ1xSw2_CdE3vFr4BgT5nHy6MjU7", "CdE3vFr4BgT5nHy6MjU7"],
    took: { status: 200, body: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}' },
  },
  secret:
    /\bre_\w{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bxkeysib-[\w-]{20,}|(?<=\/unsubscribe\/)[\w-]+\.[0-9a-z]*\.[0-9a-z]{26}/,
  preview: emailPreview,
  settings: emailSettings,
  destination: (settings) => JSON.stringify([holder(settings), recipientsIn(settings.to).toSorted()]),
  unsubscribing: { setting: "to", recipients: ({ to }) => recipientsIn(to), without, typed },
  shared: { names: ["token"], holder },
  mask: ({ to, from, service, token, unsubscribe, account, url }) => ({
    to,
    from,
    service,
    ...(token === undefined ? {} : { token: "…" }),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
    ...(account === undefined ? {} : { account }),
    ...(url === undefined ? {} : { url: maskedUrl(url) }),
  }),
  groups: true,
  part: emailPart,
  pictures: "url",
  tables: "file",
  render,
  report,
  judge,
};
