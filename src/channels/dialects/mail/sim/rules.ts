import { asObject, type JsonObject, lines, objects, str } from "../../../../../sim/inbox/json.ts";

/** An email as a service reads it from a request. */
export interface Received {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Names and values. */
  headers: [name: string, value: string][];
  /** Attached files, their content in base64. */
  files: { name: string; content: string }[];
}

/** A service as its own documentation describes it. */
interface MailService {
  /** Whether the API key of a request is there. */
  knows: (header: (name: string) => string | undefined) => boolean;
  read: (body: JsonObject) => Received;
  /** Members that it knows. */
  members: string[];
  /** Its answer to an email, by the number of the email. */
  took: (id: string, mail: Received) => Response;
  /** Its answer to a request that it refuses. */
  refused: (status: number, reason: string) => Response;
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(str);
const addresses = (value: unknown, name: string): string[] => objects(value).map((one) => str(one[name]));
const pairs = (value: unknown): [string, string][] =>
  Object.entries(asObject(value) ?? {}).map(([name, one]) => [name, str(one)]);
const named = (value: unknown, address: string): string => {
  const one = asObject(value);
  if (one === undefined) return str(value);
  return one["name"] === undefined ? str(one[address]) : `${str(one["name"])} <${str(one[address])}>`;
};

const hasBearer = (header: (name: string) => string | undefined): boolean =>
  /^Bearer \S+$/.test(header("authorization") ?? "");

const filesIn = (value: unknown, name: string, content: string): Received["files"] =>
  objects(value).map((one) => ({ name: str(one[name]), content: str(one[content]) }));

const refusedAs =
  (bodyOf: (status: number, reason: string) => object) =>
  (status: number, reason: string): Response =>
    Response.json(bodyOf(status, reason), { status });

const common = (body: JsonObject): Received => ({
  from: named(body["from"], "address"),
  to: texts(body["to"]),
  subject: str(body["subject"]),
  text: str(body["text"]),
  html: str(body["html"]),
  headers: pairs(body["headers"]),
  files: filesIn(body["attachments"], "filename", "content"),
});

const resend: MailService = {
  knows: hasBearer,
  read: common,
  members: ["from", "to", "subject", "text", "html", "headers", "attachments"],
  took: (id) => Response.json({ id }),
  refused: refusedAs((statusCode, message) => ({ statusCode, name: "validation_error", message })),
};

/** The services, by name. Requests and answers are those of November 2026. */
export const mailServices: Record<string, MailService> = {
  resend,
  postmark: {
    knows: (header) => (header("x-postmark-server-token") ?? "") !== "",
    read: (body) => ({
      from: str(body["From"]),
      to: str(body["To"]).split(/, ?/),
      subject: str(body["Subject"]),
      text: str(body["TextBody"]),
      html: str(body["HtmlBody"]),
      headers: objects(body["Headers"]).map((one) => [str(one["Name"]), str(one["Value"])]),
      files: filesIn(body["Attachments"], "Name", "Content"),
    }),
    members: ["From", "To", "Subject", "TextBody", "HtmlBody", "Headers", "Attachments"],
    took: (id, { to }) => Response.json({ To: to.join(", "), MessageID: id, ErrorCode: 0, Message: "OK" }),
    refused: refusedAs((_, Message) => ({ ErrorCode: 300, Message })),
  },
  sendgrid: {
    knows: hasBearer,
    read: (body) => {
      const content = (type: string) => str(objects(body["content"]).find((one) => one["type"] === type)?.["value"]);
      return {
        from: named(body["from"], "email"),
        to: objects(body["personalizations"]).flatMap(({ to }) => addresses(to, "email")),
        subject: str(body["subject"]),
        text: content("text/plain"),
        html: content("text/html"),
        headers: pairs(body["headers"]),
        files: filesIn(body["attachments"], "filename", "content"),
      };
    },
    members: ["personalizations", "from", "subject", "content", "headers", "attachments"],
    took: () => new Response(null, { status: 202 }),
    refused: refusedAs((_, message) => ({ errors: [{ message, field: null, help: null }] })),
  },
  brevo: {
    knows: (header) => (header("api-key") ?? "") !== "",
    read: (body) => ({
      from: named(body["sender"], "email"),
      to: addresses(body["to"], "email"),
      subject: str(body["subject"]),
      text: str(body["textContent"]),
      html: str(body["htmlContent"]),
      headers: pairs(body["headers"]),
      files: filesIn(body["attachment"], "name", "content"),
    }),
    members: ["sender", "to", "subject", "textContent", "htmlContent", "headers", "attachment"],
    took: (id) => Response.json({ messageId: `<${id}@smtp-relay.mailin.fr>` }, { status: 201 }),
    refused: refusedAs((_, message) => ({ code: "invalid_parameter", message })),
  },
  cloudflare: {
    knows: hasBearer,
    read: common,
    members: ["from", "to", "subject", "text", "html", "headers", "attachments"],
    took: (_, { to }) =>
      Response.json({
        success: true,
        errors: [],
        messages: [],
        result: { delivered: to, permanent_bounces: [], queued: [] },
      }),
    refused: refusedAs((_, message) => ({
      success: false,
      errors: [{ code: 10_001, message }],
      messages: [],
      result: null,
    })),
  },
  json: resend,
};

/** Limits of all services: bytes of a request, and recipients of an email. */
export const MAX_BYTES = 10_000_000;
const MAX_RECIPIENTS = 50;

const ADDRESS = /^[^\s@<>,;"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const SENDER = /^(?:[^\p{C}<>"@,;]+ <([^<>]+)>|([^<>]+))$/u;

const isSender = (text: string): boolean => {
  const [, named = "", bare = ""] = SENDER.exec(text) ?? [];
  return ADDRESS.test(named || bare);
};

/** One click (RFC 8058) needs an address that takes it, over https. */
const offersOneClick = (headers: Received["headers"]): boolean => {
  const valueOf = (wanted: string) => headers.find(([name]) => name === wanted)?.[1];
  const post = valueOf("List-Unsubscribe-Post");
  const address = valueOf("List-Unsubscribe") ?? "";
  return post === undefined || (post === "List-Unsubscribe=One-Click" && /^<https:\/\/[^\s<>]+>$/.test(address));
};

/** Why a service refuses an email; undefined if it takes it. */
export function mailRefusal(service: MailService, body: JsonObject): string | undefined {
  const mail = service.read(body);
  const unknown = Object.keys(body).find((name) => !service.members.includes(name));
  const checks: [boolean, string][] = [
    [isSender(mail.from), "the sender is not valid"],
    [mail.to.length > 0 && mail.to.every((one) => ADDRESS.test(one)), "a recipient is not valid"],
    [mail.to.length <= MAX_RECIPIENTS, `there may be at most ${MAX_RECIPIENTS} recipients`],
    [new Set(mail.to.map((one) => one.toLowerCase())).size === mail.to.length, "recipients must be unique"],
    [mail.subject.trim() !== "" && mail.subject.length <= 998, "the subject is missing or too long"],
    [!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(mail.subject), "the subject has line breaks or control characters"],
    [mail.text.trim() !== "", "the text is missing"],
    [mail.headers.every(([name, value]) => /^[\w-]+$/.test(name) && /^[\x20-\x7e]+$/.test(value)), "bad header"],
    [offersOneClick(mail.headers), "List-Unsubscribe-Post needs one address over https"],
    [mail.files.every(({ name }) => /^[\w-]+\.csv$/.test(name)), "a file's name is not allowed"],
    [
      mail.files.every(({ content }) => /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(content)),
      "a file is no base64",
    ],
    [unknown === undefined, `unknown member ${unknown}`],
  ];
  return checks.find(([fine]) => !fine)?.[1];
}

/** What a reader sees in a list of emails, and the text. */
export const mailText = ({ subject, text }: Received): string => lines([subject, text]);
