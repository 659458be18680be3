import type { ChannelKind, OutboundRequest, Reporting, Sending } from "../kind.ts";
import { maskedUrl } from "../url-setting.ts";
import { recipientsIn, senderIn } from "./address.ts";
import { judge } from "./judge.ts";
import { safeLink } from "../link.ts";
import { emailPart, messageContent, type Content } from "./message.ts";
import { emailPreview } from "./preview.ts";
import { reportContent } from "./report.ts";
import { requestOf, services } from "./services.ts";
import { emailSettings, type EmailSettings } from "./settings.ts";

/** Where recipients unsubscribe, as a link; null if nowhere. */
const unsubscribeIn = ({ unsubscribe }: EmailSettings): string | null =>
  unsubscribe === undefined || unsubscribe.startsWith("mailto:") ? (unsubscribe ?? null) : safeLink(unsubscribe);

/** The request that sends this content. */
const sent = (settings: EmailSettings, content: Content, deliveryId: string): OutboundRequest =>
  requestOf(settings, {
    id: deliveryId,
    from: senderIn(settings.from),
    to: recipientsIn(settings.to),
    ...content,
    unsubscribe: unsubscribeIn(settings),
  });

const render = (sending: Sending<EmailSettings>): OutboundRequest => {
  const { settings, message, at, plain } = sending;
  return sent(
    settings,
    messageContent(message, { at, plain, unsubscribe: unsubscribeIn(settings) }),
    sending.deliveryId,
  );
};

const report = (reporting: Reporting<EmailSettings>): OutboundRequest => {
  const { settings, plain } = reporting;
  return sent(
    settings,
    reportContent(reporting.report, { plain, unsubscribe: unsubscribeIn(settings) }),
    reporting.deliveryId,
  );
};

/** Who gets the API key. */
const holder = ({ service, account = "", url = "" }: EmailSettings): string => JSON.stringify([service, account, url]);

/** Emails through the HTTP API of a service. */
export const email: ChannelKind<EmailSettings> = {
  kind: "email",
  title: "Email",
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
    service: { words: Object.fromEntries(Object.entries(services).map(([name, { title }]) => [name, title])) },
    to: { lines: 3, edited: true },
    from: { edited: true },
    account: { rare: true },
    url: { rare: true },
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
  secret: /\bre_\w{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bxkeysib-[\w-]{20,}/,
  preview: emailPreview,
  settings: emailSettings,
  destination: (settings) => JSON.stringify([holder(settings), recipientsIn(settings.to).toSorted()]),
  holder,
  shared: ["token"],
  mask: ({ to, from, service, token, unsubscribe, account, url }) => ({
    to,
    from,
    service,
    ...(token === undefined ? {} : { token: "…" }),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
    ...(account === undefined ? {} : { account }),
    ...(url === undefined ? {} : { url: maskedUrl(url) }),
  }),
  edits: false,
  groups: true,
  part: emailPart,
  pictures: "url",
  tables: "file",
  render,
  report,
  judge,
};
