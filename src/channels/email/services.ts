import { toBase64 } from "../../core/base64.ts";
import { derivedId } from "../../core/ids.ts";
import type { JsonObject } from "../../core/json.ts";
import type { ReportFile } from "../../core/report.ts";
import type { OutboundRequest } from "../kind.ts";
import { type Sender, writtenSender } from "./address.ts";
import type { EmailSettings, ServiceName } from "./settings.ts";
import { jsonHeaders } from "../outbound.ts";

/** An email, independent of the service. */
export interface Mail {
  /** The same on all attempts of a delivery. */
  id: string;
  from: Sender;
  to: string[];
  /** One line. */
  subject: string;
  text: string;
  /** Null if only text is sent. */
  html: string | null;
  /** Files to attach, in order. */
  files: ReportFile[];
  /** Where recipients unsubscribe; null if nowhere. */
  unsubscribe: string | null;
  /** Whether mail programs may unsubscribe the recipient there with one click (RFC 8058). */
  oneClick: boolean;
}

/** An attached file with its bytes in base64. */
interface Attached {
  name: string;
  type: string;
  content: string;
}

/** How a service takes emails, as its documentation says. */
interface Service {
  /** Its name. */
  title: string;
  address: (settings: EmailSettings) => string;
  /** The headers with its key. */
  key: (token: string) => Record<string, string>;
  /** Its header for repeated requests, if it has one. */
  repeated?: string;
  body: (mail: Mail) => JsonObject;
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Headers of the email itself. Without an address to unsubscribe there are none. */
const headersOf = ({ unsubscribe, oneClick }: Mail): Record<string, string> | null =>
  unsubscribe === null
    ? null
    : {
        "List-Unsubscribe": `<${unsubscribe}>`,
        ...(oneClick ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
      };

/** A member that is left out if it is null. */
const provided = (name: string, value: JsonObject[string]): JsonObject => (value === null ? {} : { [name]: value });

/** Attachments as a service takes them; null for none. */
const attachedAs = ({ files }: Mail, form: (file: Attached) => JsonObject): JsonObject[] | null =>
  files.length === 0 ? null : files.map(({ name, type, bytes }) => form({ name, type, content: toBase64(bytes) }));

/** As SendGrid and Cloudflare take them. */
const disposed = ({ name, type, content }: Attached): JsonObject => ({
  content,
  filename: name,
  type,
  disposition: "attachment",
});

/** Resend's format, which others take too. */
const common = (mail: Mail): JsonObject => ({
  from: writtenSender(mail.from),
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  ...provided("html", mail.html),
  ...provided("headers", headersOf(mail)),
  ...provided(
    "attachments",
    attachedAs(mail, ({ name, type, content }) => ({ filename: name, content, content_type: type })),
  ),
});

/** The services, by name. */
export const services: Record<ServiceName, Service> = {
  resend: {
    title: "Resend",
    address: () => "https://api.resend.com/emails",
    key: bearer,
    repeated: "idempotency-key",
    body: common,
  },
  postmark: {
    title: "Postmark",
    address: () => "https://api.postmarkapp.com/email",
    key: (token) => ({ accept: "application/json", "x-postmark-server-token": token }),
    body: (mail) => ({
      From: writtenSender(mail.from),
      To: mail.to.join(", "),
      Subject: mail.subject,
      TextBody: mail.text,
      ...provided("HtmlBody", mail.html),
      ...provided("Headers", namedHeaders(headersOf(mail))),
      ...provided(
        "Attachments",
        attachedAs(mail, ({ name, type, content }) => ({ Name: name, Content: content, ContentType: type })),
      ),
    }),
  },
  sendgrid: {
    title: "SendGrid",
    address: () => "https://api.sendgrid.com/v3/mail/send",
    key: bearer,
    body: (mail) => ({
      personalizations: [{ to: mail.to.map((email) => ({ email })) }],
      from: { email: mail.from.address, ...provided("name", mail.from.name) },
      subject: mail.subject,
      content: [
        { type: "text/plain", value: mail.text },
        ...(mail.html === null ? [] : [{ type: "text/html", value: mail.html }]),
      ],
      ...provided("headers", headersOf(mail)),
      ...provided("attachments", attachedAs(mail, disposed)),
    }),
  },
  brevo: {
    title: "Brevo",
    address: () => "https://api.brevo.com/v3/smtp/email",
    key: (token) => ({ accept: "application/json", "api-key": token }),
    // Its documentation leaves open whether the header can be set, so only the line in the email says it.
    body: (mail) => ({
      sender: { ...provided("name", mail.from.name), email: mail.from.address },
      to: mail.to.map((email) => ({ email })),
      subject: mail.subject,
      textContent: mail.text,
      ...provided("htmlContent", mail.html),
      ...provided(
        "attachment",
        attachedAs(mail, ({ name, content }) => ({ content, name })),
      ),
    }),
  },
  cloudflare: {
    title: "Cloudflare Email Sending",
    address: ({ account = "" }) => `https://api.cloudflare.com/client/v4/accounts/${account}/email/sending/send`,
    key: bearer,
    body: (mail) => ({
      ...common(mail),
      from: mail.from.name === null ? mail.from.address : { address: mail.from.address, name: mail.from.name },
      ...provided("attachments", attachedAs(mail, disposed)),
    }),
  },
  json: { title: "Another service that takes JSON", address: ({ url = "" }) => url, key: bearer, body: common },
};

const namedHeaders = (headers: Record<string, string> | null): JsonObject[] | null =>
  headers === null ? null : Object.entries(headers).map(([Name, Value]) => ({ Name, Value }));

/** The request that sends an email. */
export function requestOf(settings: EmailSettings, mail: Mail): OutboundRequest {
  const service = services[settings.service];
  const body = JSON.stringify(service.body(mail));
  // An attempt whose answer was lost is not repeated, unless the delivery says more by now.
  const repeated = service.repeated === undefined ? {} : { [service.repeated]: derivedId("mail", mail.id, body) };
  return {
    method: "POST",
    url: service.address(settings),
    headers: {
      ...jsonHeaders,
      ...(settings.token === undefined ? {} : service.key(settings.token)),
      ...repeated,
    },
    body,
  };
}
