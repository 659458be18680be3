import type { ChannelKind, OutboundRequest, Reporting, Sending } from "../kind.ts";
import { maskedUrl } from "../url-setting.ts";
import { addressRefusal, recipientsIn, senderIn } from "./address.ts";
import { judge } from "./judge.ts";
import { safeLink } from "../link.ts";
import { emailPart, messageContent, type Content } from "./message.ts";
import { emailPreview } from "./preview.ts";
import { reportContent } from "./report.ts";
import { requestOf, services } from "./services.ts";
import { emailSettings, type EmailSettings } from "./settings.ts";

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
  secret:
    /\bre_\w{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bxkeysib-[\w-]{20,}|(?<=\/unsubscribe\/)[\w-]+\.[0-9a-z]*\.[0-9a-z]{26}/,
  preview: emailPreview,
  settings: emailSettings,
  destination: (settings) => JSON.stringify([holder(settings), recipientsIn(settings.to).toSorted()]),
  holder,
  unsubscribing: { setting: "to", recipients: ({ to }) => recipientsIn(to), without, typed },
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
